// Lets boxes, balls, cones, hulls and a jointed chain fall on a mesh, with rays
// and a vehicle's constraints; prints where things are now and then.

#include "BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h"
#include "BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h"
#include "BulletSoftBody/btSoftBodyHelpers.h"
#include "BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h"
#include "BulletSoftBody/btSoftRigidDynamicsWorld.h"
#include "btBulletDynamicsCommon.h"

#include <cstdio>
#include <memory>
#include <vector>

namespace {

btRigidBody *add(btDynamicsWorld &World, btCollisionShape *Shape, float Mass,
                 const btVector3 &At) {
  btVector3 Inertia(0, 0, 0);
  if (Mass > 0)
    Shape->calculateLocalInertia(Mass, Inertia);
  btTransform Place;
  Place.setIdentity();
  Place.setOrigin(At);
  auto *Body =
      new btRigidBody(Mass, new btDefaultMotionState(Place), Shape, Inertia);
  World.addRigidBody(Body);
  return Body;
}

btTriangleMesh *hills() {
  auto *Mesh = new btTriangleMesh;
  auto Height = [](int X, int Z) {
    return btVector3(3.0f * X, 0.5f * ((X * 7 + Z * 3) % 5), 3.0f * Z);
  };
  for (int X = -8; X < 8; ++X)
    for (int Z = -8; Z < 8; ++Z) {
      Mesh->addTriangle(Height(X, Z), Height(X, Z + 1), Height(X + 1, Z));
      Mesh->addTriangle(Height(X + 1, Z), Height(X, Z + 1),
                        Height(X + 1, Z + 1));
    }
  return Mesh;
}

} // namespace

int main() {
  btSoftBodyRigidBodyCollisionConfiguration Configuration;
  btCollisionDispatcher Dispatcher(&Configuration);
  btDbvtBroadphase Broadphase;
  btSequentialImpulseConstraintSolver Solver;
  btSoftRigidDynamicsWorld World(&Dispatcher, &Broadphase, &Solver,
                                 &Configuration);
  World.setGravity({0, -10, 0});
  btGImpactCollisionAlgorithm::registerAlgorithm(&Dispatcher);
  add(World, new btBvhTriangleMeshShape(hills(), true), 0, {0, 0, 0});
  auto *Hull = new btConvexHullShape;
  for (int I = 0; I < 12; ++I)
    Hull->addPoint({0.1f * (I % 5), 0.15f * (I % 7), 0.2f * (I % 3)});
  auto *Compound = new btCompoundShape;
  btTransform Side;
  Side.setIdentity();
  Side.setOrigin({1, 0, 0});
  Compound->addChildShape(Side, new btSphereShape(0.4f));
  Compound->addChildShape(btTransform::getIdentity(),
                          new btBoxShape({0.5f, 0.3f, 0.2f}));
  btCollisionShape *Shapes[] = {new btBoxShape({0.5f, 0.5f, 0.5f}),
                                new btSphereShape(0.5f),
                                new btCylinderShape({0.4f, 0.5f, 0.4f}),
                                new btConeShape(0.5f, 1),
                                new btCapsuleShape(0.3f, 0.8f),
                                Hull,
                                Compound};
  std::vector<btRigidBody *> Bodies;
  for (int I = 0; I < 60; ++I)
    Bodies.push_back(
        add(World, Shapes[I % 7], 1.0f + I % 3,
            {-6.0f + I % 6 * 2.1f, 4.0f + I / 6 * 1.3f, -5.0f + I % 4 * 2.3f}));
  for (int I = 0; I + 1 < 6; ++I)
    World.addConstraint(
        I % 2 ? static_cast<btTypedConstraint *>(new btPoint2PointConstraint(
                    *Bodies[I], *Bodies[I + 1], {1, 0, 0}, {-1.1f, 0, 0}))
              : new btHingeConstraint(*Bodies[I], *Bodies[I + 1], {1, 0, 0},
                                      {-1.1f, 0, 0}, {0, 1, 0}, {0, 1, 0}));
  btSoftBodyWorldInfo &Info = World.getWorldInfo();
  Info.m_sparsesdf.Initialize();
  btSoftBody *Cloth = btSoftBodyHelpers::CreatePatch(
      Info, {-5, 12, -5}, {5, 12, -5}, {-5, 12, 5}, {5, 12, 5}, 9, 9, 0, true);
  World.addSoftBody(Cloth);
  for (int Step = 1; Step <= 180; ++Step) {
    World.stepSimulation(1 / 60.0f, 0);
    if (Step % 45)
      continue;
    btVector3 Sum(0, 0, 0);
    for (const btRigidBody *Body : Bodies)
      Sum += Body->getWorldTransform().getOrigin();
    btCollisionWorld::ClosestRayResultCallback Ray({-20, 1.5f, 0},
                                                   {20, 1.5f, 0});
    World.rayTest({-20, 1.5f, 0}, {20, 1.5f, 0}, Ray);
    std::printf("%d: %.2f %.2f %.2f, %d manifolds, ray %.3f\n", Step,
                static_cast<double>(Sum.x()), static_cast<double>(Sum.y()),
                static_cast<double>(Sum.z()), Dispatcher.getNumManifolds(),
                static_cast<double>(Ray.m_closestHitFraction));
  }
}
