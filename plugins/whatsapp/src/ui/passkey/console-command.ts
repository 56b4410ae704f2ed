/**
 * What a person pastes into the console of web.whatsapp.com: it has the browser sign the challenge with the account's
 * passkey, which works on that page alone, and copies the answer. `copy` is the console's own, and is gone after a
 * wait.
 */
export const consoleCommand = (options: string): string =>
  `((o,c)=>{const b=s=>Uint8Array.from(atob(s.replace(/-/g,'+').replace(/_/g,'/')),x=>x.charCodeAt(0));` +
  'navigator.credentials.get({publicKey:{...o,challenge:b(o.challenge),' +
  'allowCredentials:(o.allowCredentials||[]).map(x=>({...x,id:b(x.id)}))}})' +
  `.then(k=>{const t=JSON.stringify(k.toJSON());console.log(t);c(t)})})(${escaped(options)},copy)`

/** JSON that is written into a program as it is. */
const escaped = (json: string): string => JSON.stringify(JSON.parse(json)).replaceAll('<', '\\u003c')
