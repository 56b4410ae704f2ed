import { createHash } from 'node:crypto'

/** The one style of all pages: light and dark by the reader's choice, in the columns of a telephone and of a desk. */
export const style = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--ink:#16191d;--soft:#4d5560;
  --line:#d5dae1;--field:#757d88;--accent:#0b5cad}
@media(prefers-color-scheme:dark){:root{--page:#101317;--card:#181c22;--ink:#eceff3;--soft:#aeb7c2;
  --line:#333b46;--field:#8993a0;--accent:#82bdff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);
  font:1.0625rem/1.65 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.18em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-99rem;top:.5rem;padding:.5rem 1rem;background:var(--card);z-index:1}
.skip:focus{left:.5rem}
.wide{width:100%;max-width:60rem;margin:0 auto;padding:0 1.25rem}
header{background:var(--card);border-bottom:1px solid var(--line)}
header .wide{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;
  gap:.75rem 1.5rem;padding-top:1rem;padding-bottom:1rem}
.name{font-weight:650;font-size:1.125rem;color:inherit;text-decoration:none}
.name:hover{text-decoration:underline}
form{display:flex;gap:.5rem;width:100%}
.top form{max-width:26rem}
input,button{font:inherit;min-height:2.75rem;border-radius:.5rem;border:1px solid var(--field)}
input{flex:1;min-width:0;padding:0 .875rem;background:var(--card);color:inherit}
button{padding:0 1.125rem;background:var(--accent);border-color:var(--accent);color:var(--card);
  font-weight:600;cursor:pointer}
main{padding-top:2rem!important;padding-bottom:3.5rem!important}
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:2rem 0 .625rem}
h1{font-size:clamp(1.625rem,1.3rem + 1.6vw,2.25rem);margin-top:0;letter-spacing:-.01em}
h2{font-size:1.375rem}h3{font-size:1.1875rem}h4,h5,h6{font-size:1.0625rem}
.welcome{max-width:44rem;margin:0 0 1.5rem;color:var(--soft);font-size:1.125rem}
.soft{color:var(--soft)}
.hero{padding-bottom:.75rem}.hero form{max-width:36rem}
.groups{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17.5rem),1fr));gap:1rem;
  margin-top:1.75rem;align-items:start}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.125rem 1.375rem}
.card>h2{font-size:1.125rem;margin:0 0 .5rem}
.card>h2>a{color:inherit;text-decoration:none}.card>h2>a:hover{text-decoration:underline}
.links{list-style:none;margin:0;padding:0}
.links a{display:block;padding:.375rem 0}
.found{display:grid;gap:1rem;margin:1.5rem 0 0}
.found p{margin:.25rem 0 0}
.path{font-size:.9375rem;color:var(--soft);margin:0 0 1rem}
.path ol{display:flex;flex-wrap:wrap;gap:.25rem .5rem;list-style:none;margin:0;padding:0}
.path li+li::before{content:"›";margin-right:.5rem}
input::placeholder{color:var(--soft);opacity:1}
.article>h2{font-size:1.375rem;margin:2rem 0 .625rem}
.article{max-width:46rem;padding:1.75rem 2rem}
.article>.soft{margin:0 0 1.5rem;font-size:.9375rem}
.article img{max-width:100%;height:auto;border-radius:.5rem}
.article pre{white-space:pre-wrap;background:var(--page);border:1px solid var(--line);
  border-radius:.5rem;padding:.875rem 1rem;font-size:.9375rem}
code{font-family:ui-monospace,SFMono-Regular,Consolas,monospace;font-size:.92em}
blockquote{margin:1rem 0;padding-left:1rem;border-left:4px solid var(--line);color:var(--soft)}
table{width:100%;border-collapse:collapse;margin:1rem 0}
th,td{text-align:left;vertical-align:top;padding:.5rem .625rem;border:1px solid var(--line)}
hr{border:0;border-top:1px solid var(--line);margin:2rem 0}
.more{max-width:46rem;margin-top:1.5rem}
footer{border-top:1px solid var(--line);color:var(--soft);font-size:.9375rem}
footer .wide{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;padding-top:1.25rem;padding-bottom:1.25rem}
footer ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:0;padding:0}
@media(max-width:40rem){
  .article{padding:1.25rem}
  header .wide{padding-top:.75rem;padding-bottom:.75rem}
  main{padding-top:1.5rem!important}}
@media print{header,footer,.path,.more,.skip{display:none}.article{border:0;padding:0}}
`

/** Names the style in a policy, which allows no other. */
export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
