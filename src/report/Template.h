// Pages as templates that are filled in
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tensor/JSON.h"

namespace mlgo {
/// Fills in a template in the language Mustache: {{name}} is a value, escaped
/// for HTML, {{{name}}} as it is; {{#name}} to {{/name}} is there for each
/// element of an array, or once for what is neither false nor empty, and
/// {{^name}} where {{#name}} is not. Names are looked up from the inside out.
/// Numbers are no values: who writes a page formats them. Lines that have a tag
/// of a section alone are left out.
std::string fillTemplate(std::string_view Text, const OrderedJSON &Data);
} // namespace mlgo
