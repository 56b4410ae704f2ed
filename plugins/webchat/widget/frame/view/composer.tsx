/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Chat } from '../chat.ts'
import type { Words } from '../words.ts'
import { EmojiPicker } from './emoji-picker.tsx'
import { AttachIcon, SendIcon } from './icons.tsx'

const maxText = 10_000

/** Enter sends, Shift+Enter begins a line. Files come by the button or from the clipboard, emojis by theirs. */
export function Composer({ chat, open, words }: { chat: Chat; open: boolean; words: Words }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const tooLong = text.length > maxText
  const empty = text.trim() === ''

  useEffect(() => {
    if (open) field.current?.focus()
  }, [open])
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    // Empty, it is one line by itself; measured while the widget is closed it would be anything.
    current.style.height = ''
    if (text !== '') current.style.height = `${current.scrollHeight}px`
  }, [text])

  const change = (next: string) => {
    setText(next)
    chat.typing(next.trim() === '')
  }
  const send = () => {
    if (tooLong) return
    chat.say({ text })
    setText('')
    field.current?.focus()
  }
  const insert = (emoji: string) => {
    const { current } = field
    if (!current) return
    current.focus()
    current.setRangeText(emoji, current.selectionStart, current.selectionEnd, 'end')
    change(current.value)
  }
  const attach = (files: Iterable<File>) => {
    for (const file of files) chat.say({ file })
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {tooLong && (
        <p class="wrong" role="alert">
          {words('tooLong', { limit: maxText })}
        </p>
      )}
      <div class="field">
        <button type="button" class="icon-button" aria-label={words('attach')} onClick={() => picker.current?.click()}>
          <AttachIcon />
        </button>
        <input
          ref={picker}
          class="unseen"
          type="file"
          multiple
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ currentTarget }) => {
            attach(currentTarget.files ?? [])
            currentTarget.value = ''
          }}
        />
        <textarea
          ref={field}
          rows={1}
          value={text}
          placeholder={words('write')}
          aria-label={words('write')}
          aria-invalid={tooLong}
          dir="auto"
          enterkeyhint="send"
          onInput={({ currentTarget }) => change(currentTarget.value)}
          onPaste={(event) => {
            const files = [...(event.clipboardData?.files ?? [])]
            if (files.length === 0) return
            event.preventDefault()
            attach(files)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
            event.preventDefault()
            send()
          }}
        />
        <EmojiPicker words={words} onPick={insert} />
        <button type="submit" class="send" aria-label={words('send')} disabled={empty || tooLong}>
          <SendIcon />
        </button>
      </div>
    </form>
  )
}
