// Loops, reductions, scans, sorts, pipelines, graphs and containers on tasks;
// prints what does not depend on their order.

#include <oneapi/tbb.h>

#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

int main() {
  tbb::global_control Limit(tbb::global_control::max_allowed_parallelism, 2);
  std::vector<long> Numbers(200000);
  tbb::parallel_for(tbb::blocked_range<size_t>(0, Numbers.size()),
                    [&](const tbb::blocked_range<size_t> &Range) {
                      for (size_t I = Range.begin(); I != Range.end(); ++I)
                        Numbers[I] = static_cast<long>(I * 7919 % 100003);
                    });
  const long Sum = tbb::parallel_reduce(
      tbb::blocked_range<size_t>(0, Numbers.size()), 0L,
      [&](const tbb::blocked_range<size_t> &Range, long Sum) {
        return std::accumulate(&Numbers[Range.begin()],
                               &Numbers[0] + Range.end(), Sum);
      },
      std::plus<long>());
  tbb::parallel_sort(Numbers);
  std::printf("%ld %ld %ld\n", Sum, Numbers[1000], Numbers.back());
  tbb::concurrent_hash_map<std::string, int> Table;
  tbb::concurrent_vector<int> Vector;
  tbb::concurrent_priority_queue<int> Queue;
  tbb::parallel_for(0, 5000, [&](int I) {
    tbb::concurrent_hash_map<std::string, int>::accessor Place;
    Table.insert(Place, std::to_string(I % 100));
    Place->second += I;
    Vector.push_back(I);
    Queue.push(I * 31 % 5003);
  });
  int Most = 0;
  Queue.try_pop(Most);
  std::printf("%zu %zu %d\n", Table.size(), Vector.size(), Most);
  int Next = 0;
  long Total = 0;
  tbb::parallel_pipeline(
      4, tbb::make_filter<void, int>(tbb::filter_mode::serial_in_order,
                                     [&](tbb::flow_control &Control) {
                                       if (Next == 300)
                                         Control.stop();
                                       return Next++;
                                     }) &
             tbb::make_filter<int, long>(tbb::filter_mode::parallel,
                                         [](int I) { return 1L * I * I; }) &
             tbb::make_filter<long, void>(
                 tbb::filter_mode::serial_in_order, [&](long Square) {
                   Total = (Total * 31 + Square) % 1000003;
                 }));
  tbb::flow::graph Graph;
  tbb::flow::function_node<int, int> Twice(Graph, tbb::flow::unlimited,
                                           [](int I) { return 2 * I; });
  tbb::flow::join_node<std::tuple<int, int>> Join(Graph);
  long Joined = 0;
  tbb::flow::function_node<std::tuple<int, int>> Add(
      Graph, 1, [&](const std::tuple<int, int> &Pair) {
        Joined += std::get<0>(Pair) + std::get<1>(Pair);
      });
  tbb::flow::make_edge(Twice, tbb::flow::input_port<0>(Join));
  tbb::flow::make_edge(Join, Add);
  for (int I = 0; I < 100; ++I) {
    Twice.try_put(I);
    tbb::flow::input_port<1>(Join).try_put(1);
  }
  Graph.wait_for_all();
  tbb::task_group Group;
  tbb::enumerable_thread_specific<int> Own(0);
  for (int I = 0; I < 50; ++I)
    Group.run([&Own] { ++Own.local(); });
  Group.wait();
  std::printf("%ld %ld %d\n", Total, Joined, Own.combine(std::plus<int>()));
}
