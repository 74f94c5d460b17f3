//===- BuildReportStyle.h - Style sheet of build reports ------- -*- C++
//-*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_REPORT_BUILDREPORTSTYLE_H
#define MLGO_REPORT_BUILDREPORTSTYLE_H

namespace mlgo {

/// Behind SizeReportStyle: functions with their calls and points.
inline constexpr char BuildReportStyle[] = R"(<style>
.cards{grid-template-columns:repeat(auto-fill,minmax(min(45%,9.5rem),1fr))}
.card{padding:.7rem .8rem}
.card .policy{font-size:.92rem}
.card .big{font-size:1.5rem}
code{font:.92em ui-monospace,monospace;overflow-wrap:anywhere}
h3{font-size:1rem;margin:1.6rem 0 .3rem}
.program>summary{font-size:1.1rem;display:flex;gap:.8rem;align-items:baseline;
padding:.5rem 0;border-bottom:1px solid var(--line)}
.program>summary::before{content:"\25B8";color:var(--dim);width:.7rem}
.program[open]>summary::before{content:"\25BE"}
.program>summary b{margin-left:auto;white-space:nowrap}
.sizes{min-width:0;width:100%;max-width:40rem}
.function{margin:0;border-bottom:1px solid var(--line)}
.function>summary,.row{display:grid;
grid-template-columns:5.2rem 4.5rem minmax(0,1fr);gap:.2rem .8rem;
padding:.28rem 0;align-items:center;font-weight:400}
.function>summary{list-style:none}
.function>summary::-webkit-details-marker{display:none}
.function>summary .fn::after{content:" \25B8";color:var(--dim)}
.function[open]>summary .fn::after{content:" \25BE"}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.bar{height:.6rem;border-radius:1px;min-width:2px;display:block}
.bar.smaller{background:var(--good);margin-left:auto}
.bar.larger{background:var(--bad)}
.bar.same{background:var(--same)}
.fn{min-width:0;overflow-wrap:anywhere;font:.86rem/1.45 ui-monospace,monospace;
display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;
overflow:hidden}
.function[open]>summary .fn{-webkit-line-clamp:none}
.call{margin:.3rem 0 .9rem;padding-left:.8rem;border-left:3px solid var(--line)}
.call p{margin:.1rem 0 .3rem}
.call p:first-child{color:var(--fg)}
.points{display:grid;grid-template-columns:max-content max-content minmax(0,1fr);
gap:0 .7rem;font-size:.88rem;margin:0}
.points .num{grid-column:1}
.points .dim,.dim{color:var(--dim)}
.tag{font-size:.75rem;border-radius:4px;padding:.05rem .4rem;margin-right:.4rem;
background:var(--card);white-space:nowrap}
@media(max-width:44rem){
body{padding:1.2rem .8rem 3rem}
.function>summary,.row{grid-template-columns:4.3rem 3rem minmax(0,1fr);gap:.2rem .5rem}
.points{grid-template-columns:max-content minmax(0,1fr)}
.points .meaning{grid-column:2}
th,td{padding:.3rem .35rem}
}
</style>
)";

} // namespace mlgo

#endif // MLGO_REPORT_BUILDREPORTSTYLE_H
