// Moves elements like TensorFlow Lite
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/TFLiteGraphBuilder.h"
#include <cstring>

namespace mlgo {
using tflite::OptionsKind;

using Builder = TFLiteGraphBuilder;

void Builder::reshape(Kind) {
  Shape To;
  const auto *Own = options<tflite::ReshapeOptions>(OptionsKind::Reshape);
  if (Inputs.size() > 1)
    To = constants(1);
  else if (Own && Own->new_shape())
    for (uint32_t D = 0; D < Own->new_shape()->size() && D <= MaxGraphRank; ++D)
      To.push_back(Own->new_shape()->Get(D));
  // One dimension may be -1: what is left.
  const auto Unknown = std::find(To.begin(), To.end(), -1);
  if (Unknown != To.end()) {
    *Unknown = 1;
    const auto Rest = countTensorElements(To);
    const auto Elements = static_cast<int64_t>(spec(in(0)).getElementCount());
    if (!Rest || *Rest == 0 || static_cast<size_t>(Elements) % *Rest != 0)
      return fail("has a new shape that does not fit");
    *Unknown = Elements / static_cast<int64_t>(*Rest);
  }
  finish(emit(Kind::Copy, {in(0)}, spec(in(0)).type(), std::move(To)));
}

void Builder::expandDims(Kind) {
  const std::vector<int64_t> Axis = constants(1);
  if (Failure || Axis.size() != 1)
    return fail("has no axis");
  Shape To = shape(0);
  const size_t At = axis(Axis[0], To.size() + 1);
  To.insert(To.begin() + static_cast<ptrdiff_t>(At), 1);
  finish(emit(Kind::Copy, {in(0)}, spec(in(0)).type(), std::move(To)));
}

void Builder::squeeze(Kind) {
  const auto *Own = options<tflite::SqueezeOptions>(OptionsKind::Squeeze);
  const Shape &From = shape(0);
  const auto *Wanted = Own ? Own->squeeze_dims() : nullptr;
  std::vector<bool> IsDropped(From.size(), !Wanted || Wanted->size() == 0);
  for (uint32_t I = 0; Wanted && I < Wanted->size() && I < From.size(); ++I)
    IsDropped[axis(Wanted->Get(I), From.size())] = true;
  Shape To;
  for (size_t D = 0; D < From.size(); ++D)
    if (From[D] != 1 || !IsDropped[D])
      To.push_back(From[D]);
  finish(emit(Kind::Copy, {in(0)}, spec(in(0)).type(), std::move(To)));
}

/// Shapes are constants here, so this is one.
void Builder::shapeOf(Kind) {
  const Shape &From = shape(0);
  GraphTensor T{TensorSpec::createSpec<int64_t>(
                    "shape", {static_cast<int64_t>(From.size())}),
                std::vector<uint8_t>(From.size() * sizeof(int64_t))};
  if (From.empty())
    return fail("has a scalar as input, expected at least one dimension");
  std::memcpy(T.Data.data(), From.data(), T.Data.size());
  const Shape To = T.Spec.shape();
  finish(emit(Kind::Cast, {add(std::move(T))}, outputType(), To));
}

void Builder::concatenate(Kind) {
  const auto *Own =
      options<tflite::ConcatenationOptions>(OptionsKind::Concatenation);
  Shape To = shape(0);
  const size_t Along = axis(Own ? Own->axis() : 0, To.size());
  for (size_t I = 1; I < Inputs.size() && !Failure; ++I) {
    Shape Next = shape(I);
    if (Next.size() != To.size())
      return fail("has inputs of different ranks");
    To[Along] += Next[Along];
    Next[Along] = To[Along];
    if (Next != To)
      return fail("has inputs whose shapes do not fit");
  }
  const uint32_t Joined = emit(Kind::Concatenate, Inputs, spec(in(0)).type(),
                               std::move(To), {static_cast<int64_t>(Along)});
  finish(activate(Joined, Own ? Own->fused_activation() : 0));
}

void Builder::pack(Kind) {
  const auto *Own = options<tflite::PackOptions>(OptionsKind::Pack);
  Shape To = shape(0);
  for (size_t I = 1; I < Inputs.size(); ++I)
    if (shape(I) != To)
      return fail("has inputs of different shapes");
  const size_t Along = axis(Own ? Own->axis() : 0, To.size() + 1);
  To.insert(To.begin() + static_cast<ptrdiff_t>(Along),
            static_cast<int64_t>(Inputs.size()));
  finish(emit(Kind::Concatenate, Inputs, spec(in(0)).type(), std::move(To),
              {static_cast<int64_t>(Along)}));
}

void Builder::unpack(Kind) {
  const auto *Own = options<tflite::UnpackOptions>(OptionsKind::Unpack);
  const Shape From = shape(0);
  if (From.empty())
    return fail("has a scalar as input, expected at least one dimension");
  const size_t Along = axis(Own ? Own->axis() : 0, From.size());
  if (static_cast<size_t>(From[Along]) != Current->outputs()->size())
    return fail("has " + std::to_string(Current->outputs()->size()) +
                " outputs, expected " + std::to_string(From[Along]));
  std::vector<int64_t> Strides = rowMajorStrides(From);
  const int64_t Step = Strides[Along];
  Strides.erase(Strides.begin() + static_cast<ptrdiff_t>(Along));
  Shape To = From;
  To.erase(To.begin() + static_cast<ptrdiff_t>(Along));
  for (size_t I = 0; I < Current->outputs()->size() && !Failure; ++I)
    finish(I, view(in(0), static_cast<int64_t>(I) * Step, Strides, To));
}

void Builder::split(Kind) {
  const std::vector<int64_t> Axis = constants(0);
  const Shape From = shape(1);
  if (Failure || Axis.size() != 1)
    return fail("has no axis");
  const size_t Along = axis(Axis[0], From.size());
  const auto Parts = static_cast<int64_t>(Current->outputs()->size());
  if (Failure || From[Along] % Parts != 0)
    return fail("has outputs that do not divide the input");
  const std::vector<int64_t> Strides = rowMajorStrides(From);
  Shape To = From;
  To[Along] /= Parts;
  for (int64_t I = 0; I < Parts && !Failure; ++I)
    finish(static_cast<size_t>(I),
           view(in(1), I * To[Along] * Strides[Along], Strides, To));
}

void Builder::stridedSlice(Kind) {
  const auto *Own =
      options<tflite::StridedSliceOptions>(OptionsKind::StridedSlice);
  std::vector<int64_t> Begin = constants(1), End = constants(2),
                       Step = constants(3);
  const Shape &From = shape(0);
  const auto Mask = [&](int32_t Bits, size_t D) { return (Bits >> D) & 1; };
  if (Own && (Own->ellipsis_mask() || Own->new_axis_mask()))
    return fail("has an ellipsis or a new axis, which are not supported");
  if (Failure || Begin.size() > From.size() || End.size() != Begin.size() ||
      Step.size() != Begin.size())
    return fail("has begin, end and strides that do not fit the input");
  const std::vector<int64_t> Strides = rowMajorStrides(From);
  int64_t Offset = 0;
  Shape To;
  std::vector<int64_t> Moved;
  for (size_t D = 0; D < From.size(); ++D) {
    if (D >= Begin.size()) {
      To.push_back(From[D]);
      Moved.push_back(Strides[D]);
      continue;
    }
    const int64_t Size = From[D], By = Step[D];
    if (By == 0 || By == INT64_MIN)
      return fail("has a stride of " + std::to_string(By));
    // A negative index counts from the end. All are then brought into the
    // dimension; a backward slice may begin at its last element and end before
    // its first.
    const auto Place = [&](int64_t Index) {
      Index += Index < 0 ? Size : 0;
      return By > 0 ? std::clamp<int64_t>(Index, 0, Size)
                    : std::clamp<int64_t>(Index, -1, Size - 1);
    };
    const bool IsOne = Own && Mask(Own->shrink_axis_mask(), D);
    const int64_t First = Own && Mask(Own->begin_mask(), D) && !IsOne
                              ? (By > 0 ? 0 : Size - 1)
                              : Place(Begin[D]);
    const int64_t Last =
        Own && Mask(Own->end_mask(), D) ? (By > 0 ? Size : -1) : Place(End[D]);
    const int64_t Distance = By > 0 ? Last - First : First - Last;
    const int64_t Magnitude = By > 0 ? By : -By;
    if (IsOne && (First < 0 || First >= Size))
      return fail("takes element " + std::to_string(Begin[D]) +
                  " of dimension " + std::to_string(D) + ", which has " +
                  std::to_string(Size));
    Offset += First * Strides[D];
    if (IsOne)
      continue;
    To.push_back(Distance <= 0 ? 0 : (Distance - 1) / Magnitude + 1);
    // One element needs no stride, which may be large then.
    Moved.push_back(To.back() <= 1 ? 0 : By * Strides[D]);
  }
  finish(view(in(0), Offset, std::move(Moved), std::move(To)));
}

void Builder::slice(Kind) {
  const std::vector<int64_t> Begin = constants(1), Size = constants(2);
  const Shape &From = shape(0);
  if (Failure || Begin.size() != From.size() || Size.size() != From.size())
    return fail("has begin and size that do not fit the input");
  const std::vector<int64_t> Strides = rowMajorStrides(From);
  int64_t Offset = 0;
  Shape To;
  for (size_t D = 0; D < From.size(); ++D) {
    if (Begin[D] < 0 || Begin[D] >= From[D])
      return fail("begins at " + std::to_string(Begin[D]) + ", expected 0 to " +
                  std::to_string(From[D] - 1));
    Offset += Begin[D] * Strides[D];
    To.push_back(Size[D] == -1 ? From[D] - Begin[D] : Size[D]);
    if (To.back() < 1 || To.back() > From[D] - Begin[D])
      return fail("takes " + std::to_string(To.back()) + " of dimension " +
                  std::to_string(D) + ", expected 1 to " +
                  std::to_string(From[D] - Begin[D]));
  }
  finish(view(in(0), Offset, Strides, std::move(To)));
}

void Builder::transpose(Kind) {
  const std::vector<int64_t> Order = constants(1);
  const Shape &From = shape(0);
  if (Failure || Order.size() != From.size())
    return fail("has an order that does not fit the input");
  const std::vector<int64_t> Strides = rowMajorStrides(From);
  std::vector<bool> IsUsed(From.size());
  Shape To;
  std::vector<int64_t> Moved;
  for (int64_t Axis : Order) {
    const size_t D = axis(Axis, From.size());
    if (IsUsed[D])
      return fail("has an order that names a dimension twice");
    IsUsed[D] = true;
    To.push_back(From[D]);
    Moved.push_back(Strides[D]);
  }
  finish(view(in(0), 0, std::move(Moved), std::move(To)));
}

void Builder::broadcastTo(Kind) {
  const Shape To = constants(1);
  const Shape &From = shape(0);
  if (Failure || To.size() < From.size())
    return fail("has fewer dimensions than its input");
  const std::vector<int64_t> Own = rowMajorStrides(From);
  std::vector<int64_t> Strides(To.size(), 0);
  for (size_t D = 0; D < From.size(); ++D) {
    const size_t At = To.size() - From.size() + D;
    if (From[D] != 1 && From[D] != To[At])
      return fail("has an input that does not broadcast");
    Strides[At] = From[D] == 1 ? 0 : Own[D];
  }
  finish(view(in(0), 0, std::move(Strides), To));
}

/// FILL has a shape and a value; ZEROS_LIKE an example.
void Builder::fill(Kind K) {
  if (K == Kind::View) {
    const Shape To = constants(0);
    if (!Failure && spec(in(1)).getElementCount() != 1)
      return fail("has a value of more than one element");
    return finish(view(in(1), 0, std::vector<int64_t>(To.size(), 0), To));
  }
  const Shape To = shape(0);
  const TensorType Type = spec(in(0)).type();
  GraphTensor Zero{TensorSpec("zero", 0, Type, {}),
                   std::vector<uint8_t>(getTensorTypeSize(Type))};
  finish(view(add(std::move(Zero)), 0, std::vector<int64_t>(To.size(), 0), To));
}

void Builder::gather(Kind) {
  const auto *Own = options<tflite::GatherOptions>(OptionsKind::Gather);
  const Shape &From = shape(0);
  if (Own && Own->batch_dims() != 0)
    return fail("has batch dimensions, which are not supported");
  if (From.empty())
    return fail("has a scalar as input, expected at least one dimension");
  const size_t Along = axis(Own ? Own->axis() : 0, From.size());
  Shape To(From.begin(), From.begin() + static_cast<ptrdiff_t>(Along));
  int64_t Outer = 1;
  for (int64_t Size : To)
    Outer *= Size;
  To.insert(To.end(), shape(1).begin(), shape(1).end());
  To.insert(To.end(), From.begin() + static_cast<ptrdiff_t>(Along) + 1,
            From.end());
  finish(emit(Kind::Gather, {in(0), in(1)}, spec(in(0)).type(), std::move(To),
              {Outer, From[Along]}));
}

void Builder::oneHot(Kind) {
  const auto *Own = options<tflite::OneHotOptions>(OptionsKind::OneHot);
  const std::vector<int64_t> Depth = constants(1);
  Shape To = shape(0);
  if (Failure || Depth.size() != 1)
    return fail("has no depth");
  const size_t Along = axis(Own ? Own->axis() : 0, To.size() + 1);
  int64_t Outer = 1;
  for (size_t D = 0; D < Along; ++D)
    Outer *= To[D];
  To.insert(To.begin() + static_cast<ptrdiff_t>(Along), Depth[0]);
  finish(emit(Kind::OneHot, {in(0), in(2), in(3)}, spec(in(2)).type(),
              std::move(To), {Outer, Depth[0]}));
}
} // namespace mlgo
