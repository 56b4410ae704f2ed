/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { emojis, placeAfter } from '../emojis.ts'
import type { Words } from '../words.ts'
import { EmojiIcon } from './icons.tsx'

/**
 * A button and, above the composer, the emojis it opens. One of them is in the tab order, the arrow keys move among
 * them; screen readers know the names of emojis by themselves.
 */
export function EmojiPicker({ words, onPick }: { words: Words; onPick(emoji: string): void }) {
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!open) return
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target) && !button.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [open])
  // Before the next key, which acts on the emoji that has the focus.
  useLayoutEffect(() => {
    if (open) box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [open, place])

  return (
    <>
      <button
        ref={button}
        type="button"
        class="icon-button"
        aria-label={words('emojis')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <EmojiIcon />
      </button>
      {open && (
        <div
          ref={box}
          class="emojis"
          role="toolbar"
          tabIndex={-1}
          aria-label={words('emojis')}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              // Only the picker closes, not the chat.
              event.stopPropagation()
              setOpen(false)
              button.current?.focus()
            }
            const next = placeAfter(event.key, place)
            if (next === undefined) return
            event.preventDefault()
            setPlace(next)
          }}
        >
          {emojis.map((emoji, index) => (
            <button
              key={emoji}
              type="button"
              tabIndex={index === place ? 0 : -1}
              onClick={() => {
                setPlace(index)
                setOpen(false)
                onPick(emoji)
              }}
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
