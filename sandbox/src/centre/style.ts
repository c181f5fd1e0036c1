import { channelKinds, channels } from '@evenstock/contract/channels/channels';

/** Colours of the channels, by the facts of the contract; lighter ones on dark ground. */
const light = channelKinds.map((kind) => `--${kind}:${channels[kind].mark.colour}`).join(';');
const dark = channelKinds
  .map((kind) => `--${kind}:color-mix(in srgb,${channels[kind].mark.colour} 45%,#fff)`)
  .join(';');
const classes = channelKinds.map((kind) => `.${kind}{color:var(--${kind})}`).join('');

/** The style of the seller centre and the consent pages; it follows the system's light or dark scheme. */
export const style = `
:root{color-scheme:light dark;--ink:#1a1d21;--second:#5b636d;--line:#e0e3e7;--ground:#f6f7f8;--card:#fff;--accent:#0b6e5f;--on-accent:#fff;--pale:#e7f3f0;
--green:#157347;--green-pale:#e6f4ec;--red:#b42318;--red-pale:#fdecea;--orange:#b45309;--orange-pale:#fdf1e3;--blue:#1d4ed8;--blue-pale:#e8eefc;${light}}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--second:#a6adb6;--line:#2f353d;--ground:#121417;--card:#191c20;--accent:#3fbfa8;--on-accent:#0d1513;--pale:#16302b;
--green:#5fcf93;--green-pale:#14291f;--red:#f28b82;--red-pale:#331a18;--orange:#f5a95a;--orange-pale:#33230f;--blue:#8fb3ff;--blue-pale:#18233d;${dark}}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:14px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums}
a{color:var(--accent)}small{color:var(--second);font-size:12px;font-weight:400}
h1{font-size:20px;line-height:1.3;margin:0 0 4px}h2{font-size:15px;margin:0 0 12px}.cards h2{margin:0}form.row+.scroll,form.row+details{margin-top:10px}header>.quiet{margin:0}
.quiet{color:var(--second)}code,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:12.5px}
.bar{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;gap:4px 20px;align-items:center;padding:8px 20px;background:var(--card);border-bottom:1px solid var(--line)}
.bar .name{font-weight:600;color:var(--ink);text-decoration:none}.bar nav{display:flex;gap:4px;flex:1}
.bar nav a,.tabs a{padding:6px 10px;border-radius:7px;color:var(--second);text-decoration:none;min-height:24px}
.bar nav a:hover,.tabs a:hover{background:var(--ground);color:var(--ink)}
.bar nav a[aria-current],.tabs a[aria-current]{background:var(--pale);color:var(--accent);font-weight:600}
.bar time{color:var(--second);font-size:13px}
main{max-width:1160px;margin:0 auto;padding:24px 20px 64px;display:grid;gap:20px}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:18px 20px;min-width:0}
.cards{display:grid;gap:14px;grid-template-columns:repeat(auto-fill,minmax(280px,1fr))}
.cards .card{display:block;color:inherit;text-decoration:none}.cards a.card:hover{border-color:var(--accent)}
.channel{display:flex;gap:7px;align-items:center;margin:0 0 6px;font-size:12.5px;font-weight:600}
.channel i{width:10px;height:10px;border-radius:3px;background:currentColor}
${classes}
.figures{display:flex;gap:20px;margin:12px 0 0}.figures b{display:block;font-size:18px;line-height:1.2}
.tabs{display:flex;flex-wrap:wrap;gap:4px;margin:10px 0 0}
.scroll{overflow-x:auto;margin:0 -20px;padding:0 20px}
table{width:100%;border-collapse:collapse}th{text-align:left;font-weight:600;font-size:12.5px;color:var(--second);white-space:nowrap}
th,td{padding:8px 12px 8px 0;border-bottom:1px solid var(--line);vertical-align:middle}tr:last-child td{border-bottom:0}
th.number,td.number{text-align:right}td.thing{min-width:220px}td.thing>span{display:flex;gap:10px;align-items:center}
td img{width:36px;height:36px;border-radius:7px;flex:none}td small{display:block}
input,select,button{font:inherit;color:inherit;min-height:34px;border-radius:7px;border:1px solid var(--line);background:var(--card);padding:5px 10px}
input[type=number]{width:96px;text-align:right}input[type=checkbox],input[type=radio]{min-height:0;width:17px;height:17px;accent-color:var(--accent);flex:none}
button{cursor:pointer;background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600;white-space:nowrap}
button.plain{background:transparent;border-color:var(--line);color:var(--ink);font-weight:500}button.plain:hover{border-color:var(--accent);color:var(--accent)}
button.danger{background:transparent;border-color:var(--line);color:var(--red);font-weight:500}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
form.row,.row{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin:0}
label{display:inline-flex;gap:7px;align-items:center}label.field{display:grid;gap:3px;font-size:12.5px;color:var(--second);align-items:start}
label.field{min-width:0;max-width:100%}select{max-width:100%;min-width:0}label.field input,label.field select{color:var(--ink);font-size:14px}
fieldset{border:0;min-width:0;grid-template-columns:minmax(0,1fr);padding:0;margin:0 0 16px;display:grid;gap:8px}legend{font-weight:600;padding:0;margin-bottom:6px}
.choice{border:1px solid var(--line);border-radius:8px;padding:10px 12px;gap:10px;cursor:pointer}.choice:has(:checked){border-color:var(--accent);background:var(--pale)}.choice span{display:grid}
.badge{display:inline-block;padding:1px 8px;border-radius:20px;font-size:12px;font-weight:600;white-space:nowrap;background:var(--ground);color:var(--second)}
.badge.green{background:var(--green-pale);color:var(--green)}.badge.red{background:var(--red-pale);color:var(--red)}.badge.orange{background:var(--orange-pale);color:var(--orange)}.badge.blue{background:var(--blue-pale);color:var(--blue)}
.toast{position:fixed;z-index:3;right:20px;bottom:20px;left:auto;max-width:min(480px,calc(100vw - 40px));margin:0;padding:11px 16px;border-radius:9px;background:var(--card);border:1px solid var(--line);border-left:4px solid var(--green);box-shadow:0 8px 30px rgb(0 0 0/.16);animation:come .25s ease-out}
.toast.bad{border-left-color:var(--red)}@keyframes come{from{transform:translateY(12px);opacity:0}}@media (prefers-reduced-motion:reduce){.toast{animation:none}}
.row>label.field+button,.row>button:last-child{align-self:end}.timeline small{display:block}h1.mono{font-size:18px}td .row{flex-wrap:nowrap}
.timeline{list-style:none;margin:0;padding:0}.timeline li{padding:0 0 12px 18px;position:relative}.timeline li:before{content:"";position:absolute;left:2px;top:7px;width:8px;height:8px;border-radius:50%;background:var(--accent)}
.two{display:grid;gap:20px;align-items:start;grid-template-columns:minmax(0,2fr) minmax(260px,1fr)}
details{border-bottom:1px solid var(--line);padding:8px 0}summary{cursor:pointer;display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline}
pre{overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere;background:var(--ground);border-radius:8px;padding:10px 12px;margin:8px 0;font-size:12px;max-height:320px}
.pager{display:flex;gap:12px;justify-content:space-between;align-items:center;padding-top:10px}
.consent{max-width:460px;padding-top:10vh}.actions{display:flex;gap:10px;margin:0}
@media (max-width:760px){.two{grid-template-columns:minmax(0,1fr)}main{padding:16px 12px 72px;gap:14px}.card{padding:14px}.scroll{margin:0 -14px;padding:0 14px}.bar{padding:8px 12px}
table.cardly thead{display:none}table.cardly tr{display:grid;grid-template-columns:1fr 1fr;gap:6px 10px;padding:12px 0;border-bottom:1px solid var(--line)}table.cardly td{border:0;padding:0}
table.cardly td.thing,table.cardly td.wide{grid-column:1/-1}table.cardly td.number{text-align:left}table.cardly td[data-label]:before{content:attr(data-label);display:block;font-size:12px;color:var(--second)}}
`;
