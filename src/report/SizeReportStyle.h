//===- SizeReportStyle.h - Style sheet of size reports -------- -*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_REPORT_SIZEREPORTSTYLE_H
#define MLGO_REPORT_SIZEREPORTSTYLE_H

namespace mlgo {

/// Lays out what SizeReportHTML and BarChart write. Rows of charts touch, so
/// that grid lines go through; --zero and --step are set by each chart.
inline constexpr char SizeReportStyle[] = R"(<style>
:root{color-scheme:light dark;--fg:#1c2024;--dim:#60646c;--bg:#fff;
--line:#e0e1e6;--zero-line:#80838d;--good:#2b9a66;--bad:#ce2c31;--same:#8b8d98;
--card:#f6f6f8;--good-text:#1d7a4f;--bad-text:#c62a2f}
@media(prefers-color-scheme:dark){:root{--fg:#edeef0;--dim:#b0b4ba;
--bg:#111113;--line:#2e3135;--zero-line:#797b86;--good:#33b074;--bad:#e5484d;
--same:#777b84;--card:#1a1b1e;--good-text:#3dd68c;--bad-text:#ff9592}}
*{box-sizing:border-box}
body{font:15px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg);
max-width:66rem;margin:0 auto;padding:2rem 1.2rem 4rem;
print-color-adjust:exact;-webkit-print-color-adjust:exact}
h1{font-size:1.6rem;line-height:1.25;margin:0}
h2{font-size:1.2rem;line-height:1.3;margin:2.6rem 0 .3rem}
h1,h2,p,li,summary{overflow-wrap:anywhere}
p{color:var(--dim);margin:.3rem 0 .8rem}
.cards{display:grid;gap:.8rem;margin:1.2rem 0;
grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr))}
.card{background:var(--card);border-radius:8px;padding:.8rem 1rem;min-width:0}
.card .policy{font-weight:600;overflow:hidden;text-overflow:ellipsis;
white-space:nowrap}
.card .big{font-size:1.9rem;line-height:1.25;font-variant-numeric:tabular-nums}
.card small{display:block;color:var(--dim);overflow:hidden;text-overflow:ellipsis}
.good{color:var(--good-text)}.bad{color:var(--bad-text)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;min-width:100%;
font-variant-numeric:tabular-nums}
th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:right;
white-space:nowrap}
th{color:var(--dim);font-weight:500}
th:first-child,td:first-child{padding-left:0}
th:last-child,td:last-child{padding-right:0}
.text{text-align:left}
td.text,td small{max-width:12rem;overflow:hidden;text-overflow:ellipsis}
td small{display:block;color:var(--dim);font-weight:400;margin-left:auto}
td{vertical-align:top}
tr.all td{font-weight:600}
td svg{display:block;width:8rem;height:1.125rem;margin:.1rem 0 0 auto}
.chart{display:grid;grid-template-columns:minmax(6rem,17rem) 1fr minmax(4.6rem,max-content);
column-gap:.7rem;font-variant-numeric:tabular-nums}
.series{grid-template-columns:minmax(6rem,17rem) minmax(3rem,9rem) 1fr minmax(4.6rem,max-content)}
.gap{height:.5rem}
.name,.who{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;
min-width:0}
.who{color:var(--dim)}
.value{text-align:right;white-space:nowrap}
.track{position:relative;background:linear-gradient(to right,var(--line) 1px,
transparent 1px) 0 0/var(--step) 100%;border-right:1px solid var(--line)}
.track::before{content:"";position:absolute;top:0;bottom:0;left:var(--zero);
width:1px;background:var(--zero-line)}
.track b{position:absolute;top:.22rem;bottom:.22rem;min-width:2px;
border-radius:1px}
.track i{position:absolute;top:.1rem;bottom:.1rem;width:2px;margin-left:-1px;
background:var(--fg)}
.track u{position:absolute;top:calc(100% - .22rem);height:.44rem;width:1px;
background:var(--zero-line)}
b.smaller{background:var(--good)}b.larger{background:var(--bad)}
b.same,b.rest{background:var(--same)}
.axis{position:relative;height:1.5rem;color:var(--dim);font-size:.8rem;
line-height:1.5rem}
.axis span{position:absolute;transform:translateX(-50%);white-space:nowrap}
.top{position:sticky;top:0;z-index:1;background:var(--bg)}
details{margin:.8rem 0}
summary{cursor:pointer;font-weight:500}
details .chart,details .scroll{margin:.6rem 0 1.4rem}
li{font-size:.9rem;margin:.2rem 0}
ul{padding-left:1.2rem}
@media(max-width:44rem){
.chart{grid-template-columns:1fr minmax(4.6rem,max-content)}
.series{grid-template-columns:minmax(3rem,5.5rem) 1fr minmax(4.6rem,max-content)}
.chart .name{grid-column:1/-1;margin-top:.3rem}
.chart .name:empty{display:none}
.chart .gap{height:0}
.chart u,.minor{display:none}
}
</style>
)";

} // namespace mlgo

#endif // MLGO_REPORT_SIZEREPORTSTYLE_H
