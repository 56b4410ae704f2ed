/** @jsxImportSource preact */
import { useEffect } from 'preact/hooks'
import type { Chat } from '../chat.ts'
import { clockTime } from '../words.ts'
import { Composer } from './composer.tsx'
import { Face, Sign } from './face.tsx'
import { CloseIcon } from './icons.tsx'
import { SliderBar } from './slider-bar.tsx'
import { Thread } from './thread.tsx'
import { useChat } from './use-chat.ts'
import { Welcome } from './welcome.tsx'

/** The whole of the frame: who one talks to, what was said, where one writes. */
export function App({ chat }: { chat: Chat }) {
  const state = useChat(chat)
  const { words, conversation, line, agent } = state
  const { config } = chat
  const title = config.title || words('title')
  const begun = conversation.messages.length > 0 || conversation.outgoing.length > 0

  useEffect(() => {
    document.documentElement.lang = words.locale
    document.title = title
  }, [words, title])

  return (
    <main class="chat">
      <header class="header">
        <span class="badge">
          {agent === null ? <Sign icon={config.iconUrl} /> : <Face {...agent} icon={config.iconUrl} />}
        </span>
        <div class="who">
          <h1>{title}</h1>
          <p>{agent === null ? words('replySoon') : words('talkingTo', { name: agent.name })}</p>
        </div>
        <button type="button" class="icon-button" aria-label={words('close')} onClick={() => chat.close()}>
          <CloseIcon />
        </button>
      </header>
      {line === 'lost' && (
        <p class="notice" role="status">
          {words('offline')}
        </p>
      )}
      {line === 'busy' && (
        <p class="notice" role="status">
          {words('busy', { time: clockTime(state.lineUntil, words) })}
        </p>
      )}
      {line === 'resting' && (
        <p class="notice" role="status">
          {words('resting')}
        </p>
      )}
      {begun || line !== 'idle' ? <Thread chat={chat} state={state} /> : <Welcome chat={chat} words={words} />}
      {state.slider && <SliderBar chat={chat} slider={state.slider} words={words} />}
      <Composer chat={chat} open={state.open} words={words} />
      {config.footer !== '' && <footer class="footer">{config.footer}</footer>}
    </main>
  )
}
