import { classNames, DropdownMenu, Icon, IconButton, MenuItem, MenuSeparator, Popover, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { withNames } from '../../messages/mentions.ts'
import type { ChatMessage } from '../../messages/message.ts'

/** Reactions that are one click away. */
const quickEmojis = ['👍', '❤️', '😂', '😮', '🙏', '✅', '👀', '🎉'] as const

/** What a reader does with a message. */
export interface MessageActs {
  reply(message: ChatMessage, excerpt: string): void
  edit(message: ChatMessage): void
  remove(message: ChatMessage): void
  react(message: ChatMessage, emoji: string | null): void
  jump(seq: number): void
  /** Opens the answers under a message. */
  answers(message: ChatMessage): void
}
interface MessageActsProps {
  message: ChatMessage
  isOwn: boolean
  isOpen: boolean
  mayRemove: boolean
  /** False within a thread, whose messages have none. */
  hasAnswers: boolean
  /** When it was written, as people read it. */
  at: string
  acts: MessageActs
}

/**
 * The buttons of a message. A thread has hundreds of them, so that their menus are made for the message that the mouse
 * or the focus is on.
 */
export function MessageButtons(props: MessageActsProps) {
  const { message, isOwn, isOpen, mayRemove, at } = props
  const { t } = useWords()
  /** What led here: `open` is a tap, which opens at once. */
  const [woken, setWoken] = useState<{ readonly by: 'mouse' | 'focus' | 'open'; readonly on: 'react' | 'menu' }>()
  if (!isOpen && !mayRemove) return null
  const labels = {
    react: t('message.react'),
    menu: t('message.acts', { name: isOwn ? t('list.you') : message.user.name, at }),
  }
  return (
    <span
      className={classNames(
        'flex items-start opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 ' +
          '[@media(hover:none)]:opacity-100',
        isOwn && 'order-first',
      )}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') setWoken((now) => now ?? { by: 'mouse', on: 'menu' })
      }}
    >
      {woken ? (
        <AwakeButtons {...props} labels={labels} woken={woken} />
      ) : (
        (['react', 'menu'] as const).map(
          (on) =>
            (on === 'menu' || isOpen) && (
              <button
                key={on}
                type="button"
                className="k-button k-icon-button"
                data-variant="ghost"
                data-size="small"
                aria-haspopup={on === 'menu' ? 'menu' : 'dialog'}
                aria-label={labels[on]}
                onFocus={({ target }) => {
                  if (target.matches(':focus-visible')) setWoken({ by: 'focus', on })
                }}
                onClick={() => setWoken({ by: 'open', on })}
              >
                <Icon name={on === 'menu' ? 'ellipsis' : 'smile'} size={15} />
              </button>
            ),
        )
      )}
    </span>
  )
}

/** Takes over the focus of the button in whose place it comes. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus()

function AwakeButtons({
  message,
  isOwn,
  isOpen,
  mayRemove,
  hasAnswers,
  acts,
  labels,
  woken,
}: MessageActsProps & {
  labels: { readonly react: string; readonly menu: string }
  woken: { readonly by: 'mouse' | 'focus' | 'open'; readonly on: 'react' | 'menu' }
}) {
  const { t } = useWords()
  const starts = (on: 'react' | 'menu'): boolean => woken.by === 'open' && woken.on === on
  const [reacting, setReacting] = useState(starts('react'))
  const [isListed, setListed] = useState(starts('menu'))
  const refOf = (on: 'react' | 'menu') => (woken.by === 'mouse' || woken.on !== on ? {} : { ref: takeFocus })
  return (
    <>
      {isOpen && (
        <Popover
          label={labels.react}
          open={reacting}
          onOpenChange={setReacting}
          side="top"
          trigger={
            <IconButton {...refOf('react')} size="small" icon={<Icon name="smile" size={15} />} label={labels.react} />
          }
        >
          <span className="flex gap-0.5">
            {quickEmojis.map((emoji) => (
              <button
                key={emoji}
                type="button"
                aria-label={t('message.reactWith', { emoji })}
                className="grid size-9 place-items-center rounded-md text-xl hover:bg-hover"
                onClick={() => {
                  setReacting(false)
                  acts.react(message, emoji)
                }}
              >
                {emoji}
              </button>
            ))}
          </span>
        </Popover>
      )}
      <DropdownMenu
        align={isOwn ? 'end' : 'start'}
        open={isListed}
        onOpenChange={setListed}
        trigger={
          <IconButton {...refOf('menu')} size="small" icon={<Icon name="ellipsis" size={15} />} label={labels.menu} />
        }
      >
        {isOpen && (
          <MenuItem
            icon={<Icon name="reply" size={15} />}
            onSelect={() => acts.reply(message, withNames(message.content, message.mentions).slice(0, 120))}
          >
            {t('message.reply')}
          </MenuItem>
        )}
        {hasAnswers && isOpen && (
          <MenuItem icon={<Icon name="messages-square" size={15} />} onSelect={() => acts.answers(message)}>
            {t('answers.open')}
          </MenuItem>
        )}
        {message.content !== '' && (
          <MenuItem
            icon={<Icon name="copy" size={15} />}
            onSelect={() => void navigator.clipboard?.writeText(withNames(message.content, message.mentions))}
          >
            {t('message.copy')}
          </MenuItem>
        )}
        {isOwn && isOpen && message.content !== '' && (
          <MenuItem icon={<Icon name="pencil" size={15} />} onSelect={() => acts.edit(message)}>
            {t('message.edit')}
          </MenuItem>
        )}
        {mayRemove && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Icon name="trash-2" size={15} />} tone="danger" onSelect={() => acts.remove(message)}>
              {t('message.remove')}
            </MenuItem>
          </>
        )}
      </DropdownMenu>
    </>
  )
}
