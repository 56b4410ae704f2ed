/** Refusals that have a sentence of their own; `retry` are those after which the passkey can be tried again. */
const sentences: Readonly<Record<string, { readonly key: string; readonly retry?: true }>> = {
  ERR_WHATSAPP_HANDOVER: { key: 'refusedHandOver' },
  ERR_WHATSAPP_HANDOVER_USED: { key: 'refusedUsed' },
  ERR_WHATSAPP_PASSKEY_OVER: { key: 'refusedOver' },
  ERR_WHATSAPP_PASSKEY_OTHER: { key: 'refusedOther', retry: true },
  NOT_CONFIRMED: { key: 'refusedNotConfirmed', retry: true },
  NO_PASSKEY: { key: 'refusedNoPasskey', retry: true },
  OTHER_SITE: { key: 'refusedSite' },
  UNREACHABLE: { key: 'refusedUnreachable', retry: true },
}

const look = `
:host { all: initial }
section {
  position: fixed; inset-block-start: 24px; inset-inline: 0; margin-inline: auto; z-index: 2147483647;
  box-sizing: border-box; inline-size: min(440px, calc(100vw - 32px)); padding: 20px 24px; border-radius: 12px;
  background: #fff; color: #111827; box-shadow: 0 12px 40px rgb(0 0 0 / .28); font: 15px/1.5 system-ui, sans-serif;
}
h1 { margin: 0 0 8px; font-size: 17px; line-height: 1.35 }
p { margin: 0 0 12px }
p:last-child { margin: 0 }
button {
  padding: 9px 16px; border: 0; border-radius: 8px; background: #111827; color: #fff; font: inherit; font-weight: 600;
  cursor: pointer;
}
button:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px }
@media (prefers-color-scheme: dark) {
  section { background: #1f2937; color: #f9fafb }
  button { background: #f9fafb; color: #111827 }
}`

const word = (key: string, parts: readonly string[] = []): string => chrome.i18n.getMessage(key, parts)

/** The card of the helper on WhatsApp's page, out of reach of that page's scripts and styles. */
export class Card {
  readonly #host = document.createElement('recado-passkey-helper')
  readonly #section: HTMLElement

  constructor() {
    const root = this.#host.attachShadow({ mode: 'closed' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(look)
    root.adoptedStyleSheets = [sheet]
    this.#section = document.createElement('section')
    this.#section.setAttribute('role', 'dialog')
    this.#section.setAttribute('aria-label', word('name'))
    this.#section.lang = chrome.i18n.getUILanguage()
    root.append(this.#section)
    document.documentElement.append(this.#host)
  }

  /** A sentence to be waited with, or the last one. */
  say(key: 'loading' | 'signing' | 'done'): void {
    this.#draw([paragraph(word(key))], key)
  }

  /** Whose number it is, and the button with which the passkey is used. */
  offer(whose: readonly [company: string, channel: string], confirm: () => Promise<void>): void {
    const title = document.createElement('h1')
    title.textContent = word('title')
    this.#draw(
      [title, paragraph(word('whose', whose)), paragraph(word('warning')), button('confirm', confirm)],
      'offer',
    )
  }

  /** Why it did not go on, and another try where one makes sense. */
  refuse(code: string, again?: () => Promise<void>): void {
    const { key, retry } = sentences[code] ?? { key: 'refusedUnknown' }
    const said = paragraph(word(key, [code]))
    said.setAttribute('role', 'alert')
    this.#draw([said, ...(retry && again ? [button('again', again)] : [])], 'refused')
  }

  #draw(children: readonly HTMLElement[], step: string): void {
    this.#host.dataset['step'] = step
    this.#section.replaceChildren(...children)
    this.#section.querySelector('button')?.focus()
  }
}

function paragraph(text: string): HTMLParagraphElement {
  const made = document.createElement('p')
  made.textContent = text
  return made
}

/** A button that a person presses: what a script of the page would press does nothing. */
function button(key: string, act: () => Promise<void>): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = word(key)
  made.addEventListener('click', ({ isTrusted }) => {
    if (isTrusted) void act()
  })
  return made
}
