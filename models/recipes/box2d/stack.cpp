// Simulates falling boxes, a chain, a car on joints, ropes, rays and sensors;
// prints where things are now and then.

#include "box2d/box2d.h"

#include <cstdio>
#include <vector>

namespace {

struct Contacts : b2ContactListener {
  unsigned Begun = 0, Ended = 0;
  float Impulse = 0;
  void BeginContact(b2Contact *) override { ++Begun; }
  void EndContact(b2Contact *) override { ++Ended; }
  void PostSolve(b2Contact *, const b2ContactImpulse *Found) override {
    for (int I = 0; I < Found->count; ++I)
      Impulse += Found->normalImpulses[I];
  }
};

struct Ray : b2RayCastCallback {
  float Least = 1;
  float ReportFixture(b2Fixture *, const b2Vec2 &, const b2Vec2 &,
                      float Fraction) override {
    return Least = Fraction;
  }
};

struct Counter : b2QueryCallback {
  int Found = 0;
  bool ReportFixture(b2Fixture *) override { return ++Found < 1000; }
};

b2Body *add(b2World &World, const b2Shape &Shape, float X, float Y) {
  b2BodyDef Definition;
  Definition.type = b2_dynamicBody;
  Definition.position.Set(X, Y);
  b2Body *Body = World.CreateBody(&Definition);
  b2FixtureDef Fixture;
  Fixture.shape = &Shape;
  Fixture.density = 1;
  Fixture.restitution = 0.1f;
  Body->CreateFixture(&Fixture);
  return Body;
}

void ground(b2World &World) {
  b2BodyDef Definition;
  b2Body *Ground = World.CreateBody(&Definition);
  std::vector<b2Vec2> Points;
  for (int I = 0; I < 60; ++I)
    Points.push_back({60.0f - 2 * I, I % 7 == 0 ? 1.0f : 0.0f});
  b2ChainShape Chain;
  Chain.CreateChain(Points.data(), 60, {62, 0}, {-62, 0});
  Ground->CreateFixture(&Chain, 0);
  b2EdgeShape Wall;
  Wall.SetTwoSided({-58, 0}, {-58, 40});
  Ground->CreateFixture(&Wall, 0)->SetSensor(true);
}

b2Body *car(b2World &World) {
  b2PolygonShape Box;
  Box.SetAsBox(2, 0.5f);
  b2CircleShape Wheel;
  Wheel.m_radius = 0.6f;
  b2Body *Chassis = add(World, Box, 20, 3);
  for (float Side : {-1.4f, 1.4f}) {
    b2WheelJointDef Joint;
    b2Body *Rolling = add(World, Wheel, 20 + Side, 2);
    Joint.Initialize(Chassis, Rolling, Rolling->GetPosition(), {0, 1});
    Joint.enableMotor = true;
    Joint.motorSpeed = 12;
    Joint.maxMotorTorque = 30;
    b2LinearStiffness(Joint.stiffness, Joint.damping, 4, 0.7f, Chassis,
                      Rolling);
    World.CreateJoint(&Joint);
  }
  return Chassis;
}

b2Body *pendulum(b2World &World) {
  b2PolygonShape Link;
  Link.SetAsBox(0.6f, 0.15f);
  b2Body *Previous = nullptr;
  for (int I = 0; I < 15; ++I) {
    b2Body *Next = add(World, Link, -30 + 1.2f * I, 25);
    b2RevoluteJointDef Joint;
    b2BodyDef Fixed;
    Fixed.position.Set(-31, 25);
    Joint.Initialize(Previous ? Previous : World.CreateBody(&Fixed), Next,
                     {-30.6f + 1.2f * I, 25});
    Joint.enableLimit = true;
    Joint.lowerAngle = -1;
    Joint.upperAngle = 1;
    World.CreateJoint(&Joint);
    Previous = Next;
  }
  return Previous;
}

} // namespace

int main() {
  b2World World({0, -10});
  Contacts Seen;
  World.SetContactListener(&Seen);
  ground(World);
  b2PolygonShape Box;
  Box.SetAsBox(0.5f, 0.5f);
  b2CircleShape Ball;
  Ball.m_radius = 0.4f;
  std::vector<b2Body *> Bodies;
  for (int Row = 0; Row < 10; ++Row)
    for (int I = Row; I < 10; ++I)
      Bodies.push_back(
          add(World, Box, -10 + 1.1f * I - 0.55f * Row, 1.8f + 1.05f * Row));
  b2Body *Bullet = add(World, Ball, -55, 6);
  Bullet->SetBullet(true);
  Bullet->SetLinearVelocity({90, 5});
  Bodies.push_back(Bullet);
  Bodies.push_back(car(World));
  Bodies.push_back(pendulum(World));
  for (int Step = 1; Step <= 300; ++Step) {
    World.Step(1 / 60.0f, 8, 3);
    if (Step % 60)
      continue;
    float X = 0, Y = 0, Angle = 0;
    for (const b2Body *Each : Bodies)
      X += Each->GetPosition().x, Y += Each->GetPosition().y,
          Angle += Each->GetAngle();
    Ray Straight;
    World.RayCast(&Straight, {-55, 1.5f}, {55, 1.5f});
    Counter Near;
    World.QueryAABB(&Near, {{-12, 0}, {12, 8}});
    std::printf("%d: %a %a %a, %u begun, %u ended, %a, ray %a, near %d\n", Step,
                X, Y, Angle, Seen.Begun, Seen.Ended, Seen.Impulse,
                Straight.Least, Near.Found);
  }
  b2Vec2 Corners[8];
  for (int I = 0; I < 8; ++I)
    Corners[I].Set(static_cast<float>(I * 5 % 8),
                   static_cast<float>(I * I % 7));
  b2PolygonShape Hull;
  Hull.Set(Corners, 8);
  b2MassData Mass;
  Hull.ComputeMass(&Mass, 2);
  std::printf("hull %d %a %a\n", Hull.m_count, Mass.mass, Mass.I);
}
