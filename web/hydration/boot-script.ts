/**
 * The constant inline script of all pages. It starts the client modules after `load`, or at the first touch, press,
 * key or focus, so that no script competes with the largest picture for the connection. Because it is constant, the
 * content security policy needs one hash for it; what differs between pages stands in the JSON block `rr-late`
 * (late-hydration.ts). A click on a button with `data-replay` before hydration is repeated after it.
 */
export const bootScript = `(()=>{const d=document,w=window,o={capture:true,passive:true},E=['pointerdown','touchstart','keydown','focusin'],q=u=>import(u);let on
async function boot(){if(on)return;on=1;E.forEach(e=>removeEventListener(e,boot,o))
const j=JSON.parse(d.getElementById('rr-late').textContent)
for(const h of j.pre){const l=d.createElement('link');l.rel='modulepreload';l.fetchPriority='low';l.href=h;d.head.append(l)}
w.__reactRouterContext=Object.assign(j.ctx,{stream:new Response(j.data).body})
const m=await Promise.all(j.mods.map(([,u])=>Promise.all(u.map(q))).concat(q(j.man)))
w.__reactRouterRouteModules=Object.fromEntries(j.mods.map(([id],i)=>[id,Object.assign({},...m[i])]))
await q(j.entry)}
const idle=()=>w.requestIdleCallback?requestIdleCallback(boot,{timeout:1000}):setTimeout(boot,200)
E.forEach(e=>addEventListener(e,boot,o))
d.readyState=='complete'?idle():addEventListener('load',idle,{once:true});setTimeout(boot,6000)
const r=[],c=e=>{const t=e.target.closest('[data-replay]');if(t){e.preventDefault();r.push(t)}}
addEventListener('click',c,true);addEventListener('app:hydrated',()=>{removeEventListener('click',c,true);for(const t of r)t.isConnected&&t.click()},{once:true})})()`
