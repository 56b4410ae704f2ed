/** @jsxImportSource preact */
import { render } from 'preact'
import type { PreviewMessage } from '../../src/channel/preview-message.ts'
import { Chat } from '../frame/chat.ts'
import { writeKept } from '../frame/data.ts'
import { inkOn } from '../frame/ink.ts'
import { App } from '../frame/view/app.tsx'
import { Launcher } from '../loader/launcher.ts'
import { object, oneOf, record, text, type Guard } from '../protocol/guards.ts'
import { isFrom } from '../protocol/link.ts'
import type { ToPage } from '../protocol/messages.ts'
import { PreviewApi } from './preview-api.ts'
import { previewConfig } from './preview-config.ts'

const isPreviewMessage: Guard<PreviewMessage> = object({
  mark: oneOf('recado.webchat.preview'),
  values: record({}),
  locale: text(20),
  agent: text(200),
  question: text(500),
  answer: text(500),
})

/** The chat above its button, as on a page; closed, the button alone with what it says. */
const styles = `
body{background:var(--raised)}
.chat{height:calc(100dvh - 92px);border-radius:14px;overflow:hidden;background:var(--paper);box-shadow:0 2px 12px #0002}
.closed .chat{display:none}`

const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
document.adoptedStyleSheets.push(sheet)

/** Draws the widget with the first settings; answers how to draw it with others. */
function begin(first: PreviewMessage): (message: PreviewMessage) => void {
  let open = true
  const sampleOf = (message: PreviewMessage) => ({
    ...message,
    showAgents: previewConfig(message.values).showAgents,
  })
  const api = new PreviewApi(sampleOf(first))
  const setOpen = (next: boolean) => {
    open = next
    document.body.classList.toggle('closed', !open)
    const { offerHelp, helpMessage } = chat.config
    launcher.tease(open || !offerHelp ? undefined : helpMessage || chat.state.words('teaser'))
  }
  const hear = (message: ToPage) => {
    if (message.type === 'toggle') setOpen(message.open)
    if (message.type !== 'config') return
    launcher.dress(message)
    launcher.show(true)
    setOpen(open)
  }
  const chat = new Chat({ config: previewConfig(first.values), createApi: () => api, post: hear })
  render(<App chat={chat} />, document.body)
  const launcher = new Launcher({
    left: undefined,
    onToggle: () => setOpen(true),
    onDismiss: () => launcher.tease(undefined),
    onEscape: () => undefined,
  })
  const draw = (message: PreviewMessage) => {
    const config = previewConfig(message.values)
    document.documentElement.style.setProperty('--brand', config.headerColor)
    document.documentElement.style.setProperty('--brand-ink', inkOn(config.headerColor))
    chat.configure(config)
    chat.hear({ type: 'locale', locale: message.locale })
    api.show(sampleOf(message))
  }
  chat.hear({
    type: 'init',
    state: writeKept({ token: 'preview', outgoing: [] }),
    locale: first.locale,
    page: { url: '', title: '', referrer: '' },
    // The focus stays where the settings are typed.
    open: false,
  })
  draw(first)
  return draw
}

let draw: ((message: PreviewMessage) => void) | undefined
addEventListener('message', (event) => {
  if (!isFrom(event, window.parent === window ? undefined : window.parent, location.origin)) return
  if (!isPreviewMessage(event.data)) return
  if (draw) draw(event.data)
  else draw = begin(event.data)
})
