/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { Chat } from '../chat.ts'
import type { Words } from '../words.ts'
import { Greeting } from './bubble.tsx'

const looksLikeEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)

/** Before the first message: a greeting and, if the company asks for it, who is there. Both answers may stay empty. */
export function Welcome({ chat, words }: { chat: Chat; words: Words }) {
  const [wrong, setWrong] = useState(false)
  const keepEmail = (value: string) => {
    const email = value.trim()
    setWrong(email !== '' && !looksLikeEmail(email))
    if (email === '' || looksLikeEmail(email)) chat.setProfile({ email })
  }
  return (
    <section class="thread welcome">
      <Greeting text={chat.greeting} sender={chat.config.title || words('title')} icon={chat.config.iconUrl} />
      {chat.config.askContact && (
        <form class="contact" onSubmit={(event) => event.preventDefault()}>
          <label>
            {words('name')}
            <input
              autocomplete="name"
              maxLength={80}
              onInput={({ currentTarget }) => chat.setProfile({ name: currentTarget.value.trim() })}
            />
          </label>
          <label>
            {words('email')}
            <input
              type="email"
              autocomplete="email"
              maxLength={254}
              aria-invalid={wrong}
              aria-describedby="email-help"
              onChange={({ currentTarget }) => keepEmail(currentTarget.value)}
            />
          </label>
          <p id="email-help" class={wrong ? 'wrong' : 'help'}>
            {wrong ? words('emailWrong') : words('contactWhy')}
          </p>
        </form>
      )}
    </section>
  )
}
