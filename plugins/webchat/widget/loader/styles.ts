/** Of the shadow root: nothing of the site's styles reaches in, nothing of these reaches out. */
export const styles = `
:host{all:initial}
.root{position:fixed;z-index:2147483000;bottom:20px;right:20px;font:14px/1.45 system-ui,sans-serif;
color-scheme:light dark}
.root.left{right:auto;left:20px}
[hidden]{display:none!important}
button{all:unset;box-sizing:border-box;cursor:pointer;-webkit-tap-highlight-color:transparent}
button:focus-visible{outline:3px solid var(--color);outline-offset:3px}
.launcher{display:grid;place-items:center;width:56px;height:56px;border-radius:50%;background:var(--color);
color:var(--ink);box-shadow:0 4px 16px #0003;transition:transform .16s}
.launcher:hover{transform:scale(1.05)}
.launcher svg{width:26px;height:26px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;
stroke-linejoin:round}
.launcher img{width:100%;height:100%;border-radius:50%;object-fit:cover}
.badge{position:absolute;top:-4px;right:-4px;min-width:20px;height:20px;padding:0 5px;box-sizing:border-box;
border-radius:10px;background:#c81e1e;color:#fff;font:600 12px/20px system-ui,sans-serif;text-align:center;
pointer-events:none}
.teaser{position:absolute;bottom:70px;right:0;display:flex;width:max-content;max-width:min(280px,calc(100vw - 40px));
border-radius:10px;background:#fff;color:#26221d;border:1px solid #0000001a;box-shadow:0 4px 16px #0002;
animation:in .16s}
.left .teaser{right:auto;left:0}
.teaser .say{padding:12px 4px 12px 14px;overflow-wrap:anywhere}
.teaser .dismiss{width:32px;height:32px;margin:4px;border-radius:6px;text-align:center;line-height:32px;font-size:18px;
color:#6b645b;flex:none}
.panel{position:absolute;bottom:72px;right:0;width:384px;height:min(660px,calc(100dvh - 112px));border-radius:14px;
overflow:hidden;background:Canvas;box-shadow:0 8px 40px #0004;transition:opacity .16s,transform .16s,visibility .16s}
.left .panel{right:auto;left:0}
.panel[inert]{visibility:hidden;opacity:0;transform:translateY(8px)}
iframe{display:block;width:100%;height:100%;border:0}
@keyframes in{from{opacity:0;transform:translateY(6px)}}
@media (max-width:639px){.panel{position:fixed;inset:0;width:100vw;height:100dvh;border-radius:0}
.open .launcher,.open .badge{display:none}}
@media (prefers-color-scheme:dark){.teaser{background:#2b2825;color:#f2eee8;border-color:#ffffff1f}
.teaser .dismiss{color:#b5ada2}}
@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}
@media print{.root{display:none}}
`
