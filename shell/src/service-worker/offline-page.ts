interface OfflineWords {
  readonly title: string
  readonly detail: string
  readonly retry: string
}

/**
 * Text of the page shown while neither the server nor the shell can be reached. No texts of the shell are loaded yet,
 * nor the user's choice of a language.
 */
const offlineWords: Readonly<Record<string, OfflineWords>> = {
  pt: {
    title: 'Sem conexão',
    detail:
      'Não foi possível falar com o servidor. Verifique a internet deste aparelho. Nada do que você enviou se ' +
      'perdeu: continua quando a conexão voltar.',
    retry: 'Tentar de novo',
  },
  en: {
    title: 'No connection',
    detail:
      'The server could not be reached. Check the internet connection of this device. Nothing you sent is lost: ' +
      'it goes on once the connection is back.',
    retry: 'Try again',
  },
  es: {
    title: 'Sin conexión',
    detail:
      'No fue posible comunicarse con el servidor. Verifica la conexión a internet de este dispositivo. Nada de ' +
      'lo que enviaste se perdió: continúa cuando vuelva la conexión.',
    retry: 'Intentar de nuevo',
  },
  ru: {
    title: 'Нет соединения',
    detail:
      'Не удалось связаться с сервером. Проверьте подключение этого устройства к интернету. Ничего из ' +
      'отправленного не потеряно: всё продолжится, когда связь вернётся.',
    retry: 'Попробовать ещё раз',
  },
}

const style = `
  :root { color-scheme: light dark; --canvas: #f7f6f4; --ink: #23211e; --muted: #66615a; --accent: #0f6b68;
    --accent-ink: #fff }
  @media (prefers-color-scheme: dark) { :root { --canvas: #1a1917; --ink: #edebe7; --muted: #a8a29a; --accent: #5cc2bb;
    --accent-ink: #10211f } }
  body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--canvas);
    color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
  main { max-width: 26rem; padding: 1.5rem; text-align: center }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem }
  p { color: var(--muted); margin: 0 0 1.5rem }
  button { border: 0; font: inherit; cursor: pointer; padding: .6rem 1.1rem; border-radius: 6px;
    background: var(--accent); color: var(--accent-ink); font-weight: 500 }
  button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }`

/** A reload alone keeps the place in the product, which is behind the hash. Also done when the network comes back. */
const script =
  "const again = () => location.reload(); document.querySelector('button').addEventListener('click', again); " +
  "addEventListener('online', again)"

/** The page in place of one that cannot be had. It leads back to where the user was. */
export async function offlinePage(language: string): Promise<Response> {
  const known = language.slice(0, 2)
  const lang = Object.hasOwn(offlineWords, known) ? known : 'en'
  const { title, detail, retry } = offlineWords[lang]!
  const html =
    `<!doctype html><html lang="${lang === 'pt' ? 'pt-BR' : lang}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>` +
    `${style}</style></head><body><main><h1>${title}</h1><p>${detail}</p><button type="button">${retry}</button>` +
    `</main><script>${script}</script></body></html>`
  const digest = btoa(
    String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script)))),
  )
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${digest}'; base-uri 'none'; ` +
        `form-action 'none'`,
    },
  })
}
