/** @jsxImportSource preact */
import { render } from 'preact'
import type { PublicConfig } from '../../src/channel/config.ts'
import { createApi } from './api.ts'
import { Chat } from './chat.ts'
import './frame.css'
import { inkOn } from './ink.ts'
import { createParent } from './parent.ts'
import { App } from './view/app.tsx'

/** Written into the page by the server (widget-routes/frame.ts). */
const { connection, config } = JSON.parse(document.getElementById('config')!.textContent) as {
  connection: string
  config: PublicConfig
}

document.documentElement.style.setProperty('--brand', config.headerColor)
document.documentElement.style.setProperty('--brand-ink', inkOn(config.headerColor))

const parent = createParent((message) => chat.hear(message))
const chat = new Chat({ config, createApi: (token) => createApi(connection, token), post: parent.post })
document.addEventListener('visibilitychange', () => chat.markSeen())
document.addEventListener('keydown', ({ key, isComposing }) => {
  if (key === 'Escape' && !isComposing) chat.close()
})

render(<App chat={chat} />, document.body)
