// A simulation of queues: virtual events by their time
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <deque>
#include <functional>
#include <memory>
#include <queue>
#include <vector>

class Simulation;

struct Event {
  explicit Event(unsigned Time) : Time(Time) {}
  virtual ~Event() = default;
  virtual void happen(Simulation &S) = 0;
  unsigned Time;
};

struct Later {
  bool operator()(const std::shared_ptr<Event> &A,
                  const std::shared_ptr<Event> &B) const {
    return A->Time > B->Time;
  }
};

class Simulation {
  std::priority_queue<std::shared_ptr<Event>,
                      std::vector<std::shared_ptr<Event>>, Later>
      Events;
  unsigned State = 42;

public:
  std::deque<unsigned> Waiting;
  int FreeDesks = 3;
  unsigned Served = 0, Waited = 0, Longest = 0;

  unsigned draw(unsigned Limit) {
    State ^= State << 13;
    State ^= State >> 17;
    State ^= State << 5;
    return State % Limit;
  }
  template <class T> void plan(unsigned Time) {
    Events.push(std::make_shared<T>(Time));
  }
  unsigned run(unsigned End) {
    unsigned Count = 0;
    for (; !Events.empty() && Events.top()->Time < End; ++Count) {
      std::shared_ptr<Event> Next = Events.top();
      Events.pop();
      Next->happen(*this);
    }
    return Count;
  }
  void serve(unsigned Now);
};

struct Leave : Event {
  using Event::Event;
  void happen(Simulation &S) override {
    ++S.FreeDesks;
    S.serve(Time);
  }
};

struct Arrive : Event {
  using Event::Event;
  void happen(Simulation &S) override {
    S.Waiting.push_back(Time);
    S.serve(Time);
    S.plan<Arrive>(Time + 1 + S.draw(12));
  }
};

void Simulation::serve(unsigned Now) {
  while (FreeDesks > 0 && !Waiting.empty()) {
    const unsigned Since = Now - Waiting.front();
    Waiting.pop_front();
    Waited += Since;
    Longest = Since > Longest ? Since : Longest;
    ++Served;
    --FreeDesks;
    plan<Leave>(Now + 2 + draw(16));
  }
}

int main() {
  Simulation S;
  for (unsigned I = 0; I < 4; ++I)
    S.plan<Arrive>(I);
  const unsigned Events = S.run(20000);
  std::printf("events %u %u %u %u %zu\n", Events, S.Served, S.Waited, S.Longest,
              S.Waiting.size() % 1000);
}
