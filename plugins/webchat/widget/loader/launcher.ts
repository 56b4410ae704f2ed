import type { ToPage } from '../protocol/messages.ts'
import { styles } from './styles.ts'

export type Look = Extract<ToPage, { type: 'config' }>
export interface LauncherOptions {
  /** The corner that the page names; without one, the settings of the connection decide. */
  readonly left: boolean | undefined
  onToggle(): void
  onDismiss(): void
  onEscape(): void
}

const chatIcon = 'M21 12a8.5 8.5 0 0 1-12.4 7.6L3 21l1.4-5.6A8.5 8.5 0 1 1 21 12Z'
const closeIcon = 'm6 9 6 6 6-6'

// Elements one by one: a site may forbid markup from text (Trusted Types), and the loader must work there too.
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  parent: ParentNode,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = className
  parent.append(made)
  return made
}

function icon(shape: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', shape)
  svg.append(path)
  return svg
}

function picture(src: string): HTMLImageElement {
  const image = document.createElement('img')
  image.src = src
  image.alt = ''
  return image
}

/**
 * The launcher button with its badge, the teaser above it and the panel that holds the frame, in a shadow root of their
 * own.
 */
export class Launcher {
  readonly #host = document.createElement('div')
  readonly #root: HTMLElement
  readonly #panel: HTMLElement
  readonly #teaser: HTMLElement
  readonly #say: HTMLButtonElement
  readonly #dismiss: HTMLButtonElement
  readonly #button: HTMLButtonElement
  readonly #badge: HTMLElement
  readonly #left: boolean | undefined
  #look: Look | undefined
  #open = false
  #unread = 0

  constructor({ left, onToggle, onDismiss, onEscape }: LauncherOptions) {
    this.#left = left
    const shadow = this.#host.attachShadow({ mode: 'open' })
    // A constructed sheet is no inline style, so that the site's policy need not allow any.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    shadow.adoptedStyleSheets = [sheet]
    this.#root = element('div', 'root', shadow)
    this.#root.hidden = true
    this.#panel = element('div', 'panel', this.#root)
    this.#panel.inert = true
    this.#teaser = element('div', 'teaser', this.#root)
    this.#teaser.hidden = true
    this.#say = element('button', 'say', this.#teaser)
    this.#dismiss = element('button', 'dismiss', this.#teaser)
    this.#dismiss.textContent = '×'
    this.#button = element('button', 'launcher', this.#root)
    this.#badge = element('span', 'badge', this.#root)
    this.#badge.hidden = true
    this.#badge.ariaHidden = 'true'
    for (const button of [this.#say, this.#dismiss, this.#button]) button.type = 'button'
    this.#say.onclick = this.#button.onclick = onToggle
    this.#dismiss.onclick = onDismiss
    this.#root.onkeydown = ({ key }) => {
      if (key === 'Escape') onEscape()
    }
    document.body.append(this.#host)
  }

  hold(frame: HTMLIFrameElement): void {
    this.#panel.append(frame)
  }

  dress(look: Look): void {
    this.#look = look
    this.#root.classList.toggle('left', this.#left ?? look.left)
    this.#root.style.setProperty('--color', look.color)
    this.#root.style.setProperty('--ink', look.ink)
    this.#dismiss.ariaLabel = look.dismissLabel
    this.#draw()
  }

  show(shown: boolean): void {
    this.#root.hidden = !shown
  }

  tease(text: string | undefined): void {
    this.#say.textContent = text ?? ''
    this.#teaser.hidden = text === undefined
  }

  set unread(unread: number) {
    this.#unread = unread
    this.#badge.textContent = unread > 9 ? '9+' : String(unread)
    this.#badge.hidden = unread === 0
    this.#draw()
  }

  set open(open: boolean) {
    if (open === this.#open) return
    this.#open = open
    this.#root.classList.toggle('open', open)
    this.#panel.inert = !open
    if (!open) this.#button.focus()
    this.#draw()
  }

  remove(): void {
    this.#host.remove()
  }

  #draw(): void {
    if (!this.#look) return
    const { openLabel, closeLabel, unreadLabel, icon: iconUrl } = this.#look
    this.#button.ariaExpanded = String(this.#open)
    this.#button.ariaLabel = this.#open
      ? closeLabel
      : this.#unread > 0
        ? `${openLabel}. ${unreadLabel}: ${this.#unread}`
        : openLabel
    this.#button.replaceChildren(
      this.#open ? icon(closeIcon) : iconUrl === undefined ? icon(chatIcon) : picture(iconUrl),
    )
  }
}
