import { readFile } from 'node:fs/promises'

/** Common style of all pages: facts at the top, the thread in the middle, the customer's controls at the bottom. */
const style = `
  :root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; --accent: #0f766e;
    --line: color-mix(in srgb, currentColor 18%, transparent);
    --own: color-mix(in srgb, var(--accent) 22%, transparent) }
  body { margin: 0 auto; max-width: 46rem; height: 100dvh; display: flex; flex-direction: column }
  header, form, nav { display: flex; flex-wrap: wrap; gap: .5rem; padding: .75rem 1rem; align-items: center }
  header { border-bottom: 1px solid var(--line) } header h1 { font-size: 1rem; margin: 0; flex: 1 }
  form, nav { border-top: 1px solid var(--line) }
  #facts { flex-basis: 100%; opacity: .7; font-size: .8rem; overflow-wrap: anywhere }
  #thread { flex: 1; overflow-y: auto; padding: 1rem; display: flex; flex-direction: column; gap: .4rem }
  article { max-width: 80%; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .75rem;
    align-self: flex-start; overflow-wrap: anywhere; white-space: pre-wrap }
  article.own { align-self: flex-end; background: var(--own) } article.chosen { outline: 2px solid var(--accent) }
  article img, article video { max-width: 16rem; display: block }
  blockquote { margin: 0 0 .25rem; padding-left: .5rem; border-left: 2px solid var(--accent); opacity: .7 }
  input, button, select, textarea { font: inherit; padding: .35rem .6rem; border: 1px solid var(--line);
    border-radius: .5rem; background: transparent; color: inherit } input[name=text] { flex: 1 1 12rem }
    small { opacity: .6 }
`

/**
 * The page of a stand-in for writing as a customer, from its file, with the common style. The page sets its colour
 * (`--accent`) and adds its own parts. It uses `#facts`, `#thread` with an `article` for each message (`own`,
 * `chosen`), and a `form`.
 */
export async function playPage(file: URL): Promise<string> {
  return (await readFile(file, 'utf8')).replace('</title>', `</title>\n<style>${style}</style>`)
}
