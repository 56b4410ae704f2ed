import {
  Button,
  canRecord,
  ComposerSuggestions,
  Icon,
  IconButton,
  toast,
  useComposer,
  useViewer,
  useWords,
  type Recording,
} from '@recado/sdk/ui'
import { useEffect, useRef, useState } from 'react'
import type { ChatDetails } from '../../chats/chat.ts'
import { maxContentLength, maxFileBytes, mostFiles } from '../../limits.ts'
import { withIds, withNames } from '../../messages/mentions.ts'
import type { ChatMessage } from '../../messages/message.ts'
import { noDraft, type QuoteDraft, type WaitingFile } from '../outbox.ts'
import { useChatActs, useOutbox, useSayTyping, useSend } from '../use-chats.ts'
import { clock } from '../use-times.ts'
import { VoiceNote } from './voice-note.tsx'

interface ComposerProps {
  chat: ChatDetails
  /** A conversation that the next message quotes. */
  quote: QuoteDraft | undefined
  /** The message whose words are changed here. */
  edited: ChatMessage | undefined
  /** The change is made, or given up. */
  onDone(): void
  onSent(): void
}

/** Where one writes: Enter sends, Shift+Enter begins a line, `@` names a member, files by button, paste or drop. */
export function Composer({ chat, quote, edited, onDone, onSent }: ComposerProps) {
  const { t } = useWords()
  const { userId } = useViewer()
  const { outbox, drafts } = useOutbox()
  const acts = useChatActs()
  const send = useSend()
  const sayTyping = useSayTyping(chat.id)
  const kept = drafts[chat.id] ?? noDraft
  const [change, setChange] = useState(() => (edited ? withNames(edited.content, edited.mentions) : ''))
  const [files, setFiles] = useState<readonly WaitingFile[]>([])
  const [uploading, setUploading] = useState(0)
  const [isRecording, setRecording] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const text = edited ? change : kept.text
  const others = chat.members.filter(({ id, isActive }) => id !== userId && isActive)

  const setText = (next: string): void => {
    if (edited) return setChange(next)
    outbox.draft(chat.id, { ...(outbox.now().drafts[chat.id] ?? noDraft), text: next })
    sayTyping(next !== '')
  }
  const attach = async (chosen: readonly File[], voice = false): Promise<readonly WaitingFile[]> => {
    const stored: WaitingFile[] = []
    for (const file of chosen.slice(0, mostFiles - files.length)) {
      if (file.size > maxFileBytes) {
        toast.error(t('composer.tooLarge', { name: file.name }))
        continue
      }
      setUploading((count) => count + 1)
      try {
        const { id, name, seconds } = await acts.upload.mutateAsync({ chatId: chat.id, file, voice })
        stored.push({ id, name, seconds })
      } catch (error) {
        toast.error(error)
      } finally {
        setUploading((count) => count - 1)
      }
    }
    return stored
  }
  const attachToDraft = (chosen: readonly File[]): void =>
    void attach(chosen).then((stored) => setFiles((now) => [...now, ...stored]))
  const { composer, fieldProps } = useComposer({
    mode: 'note',
    text,
    onTextChange: setText,
    onAttach: attachToDraft,
    disabled: false,
    field,
    anchor,
  })
  const focus = edited?.id ?? kept.replyTo?.id ?? quote?.ticketId
  useEffect(() => {
    if (focus !== undefined || matchMedia('(hover: hover)').matches) field.current?.focus()
  }, [focus])

  const dispatch = (content: string, carried: readonly WaitingFile[]): void => {
    const { replyTo } = outbox.now().drafts[chat.id] ?? noDraft
    outbox.draft(chat.id, noDraft)
    sayTyping(false)
    void send({
      key: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
        '',
      ),
      chatId: chat.id,
      content,
      replyTo,
      quote: quote ?? null,
      files: carried,
      at: new Date().toISOString(),
    })
    onSent()
  }
  const submit = (): void => {
    const content = withIds(text.trim(), chat.members)
    if (edited) {
      if (content !== '') acts.edit.mutate({ id: edited.id, content }, { onSuccess: onDone })
      return
    }
    if (uploading > 0 || (content === '' && files.length === 0 && quote === undefined)) return
    dispatch(content, files)
    setFiles([])
    field.current?.focus()
  }
  const sendVoice = async ({ file }: Recording): Promise<boolean> => {
    const stored = await attach([file], true)
    if (stored.length === 0) return false
    const draft = outbox.now().drafts[chat.id] ?? noDraft
    dispatch('', stored)
    // What was being typed stays.
    if (draft.text !== '') outbox.draft(chat.id, { text: draft.text, replyTo: null })
    return true
  }
  const query = composer.trigger?.char === '@' ? composer.trigger.query.toLocaleLowerCase() : ''
  const offered = others.filter(({ name }) => name.toLocaleLowerCase().includes(query)).slice(0, 20)
  const { replyTo } = kept
  const canSend = uploading === 0 && (text.trim() !== '' || files.length > 0 || (quote !== undefined && !edited))

  return (
    <div
      className="border-t border-line bg-surface p-2"
      ref={setAnchor}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        attachToDraft([...event.dataTransfer.files])
      }}
    >
      {edited && <Above icon="pencil" text={t('composer.editing')} label={t('composer.noEdit')} onClose={onDone} />}
      {!edited && replyTo && (
        <Above
          icon="reply"
          text={`${replyTo.name}: ${replyTo.excerpt || t('message.noWords')}`}
          label={t('composer.noReply')}
          onClose={() => outbox.draft(chat.id, { ...kept, replyTo: null })}
        />
      )}
      {!edited && quote && (
        <Above
          icon="messages-square"
          text={t(quote.messageId === null ? 'composer.quotesTicket' : 'composer.quotesMessage')}
          label={t('composer.noQuote')}
          onClose={onSent}
        />
      )}
      {files.map((file) => (
        <Above
          key={file.id}
          icon={file.seconds === null ? 'paperclip' : 'mic'}
          text={file.seconds === null ? (file.name ?? t('file.unnamed')) : clock(file.seconds)}
          label={t('composer.noFile', { name: file.name ?? '' })}
          onClose={() => setFiles((now) => now.filter(({ id }) => id !== file.id))}
        />
      ))}
      {uploading > 0 && (
        <p role="status" className="px-2 py-1 text-sm text-ink-muted">
          {t('composer.uploading')}
        </p>
      )}
      {isRecording ? (
        <VoiceNote onSend={sendVoice} onClose={() => setRecording(false)} />
      ) : (
        <div className="flex items-end gap-1">
          {!edited && (
            <>
              <input
                ref={chooser}
                type="file"
                multiple
                hidden
                onChange={(event) => {
                  attachToDraft([...(event.target.files ?? [])])
                  event.target.value = ''
                }}
              />
              <IconButton
                icon={<Icon name="paperclip" size={17} />}
                label={t('composer.attach')}
                onClick={() => chooser.current?.click()}
              />
            </>
          )}
          <textarea
            {...fieldProps}
            ref={field}
            value={text}
            rows={1}
            maxLength={maxContentLength}
            aria-label={t(chat.kind === 'thread' ? 'answers.field' : 'composer.label', { name: chat.name })}
            placeholder={t('composer.placeholder')}
            className={
              'block max-h-40 min-h-10 min-w-0 flex-1 resize-none rounded-md bg-hover px-3 py-2 text-thread ' +
              'outline-none [field-sizing:content] placeholder:text-ink-muted focus-visible:ring-2 ' +
              'focus-visible:ring-accent'
            }
            onChange={(event) => {
              setText(event.target.value)
              fieldProps.onSelect(event)
            }}
            onPaste={(event) => {
              if (event.clipboardData.files.length > 0) attachToDraft([...event.clipboardData.files])
            }}
            onKeyDown={(event) => {
              fieldProps.onKeyDown(event)
              if (event.defaultPrevented || event.nativeEvent.isComposing) return
              if (event.key === 'Escape' && edited) onDone()
              if (event.key !== 'Enter' || event.shiftKey || event.altKey) return
              event.preventDefault()
              submit()
            }}
          />
          <ComposerSuggestions
            composer={composer}
            trigger="@"
            label={t('composer.members')}
            items={offered}
            itemKey={({ id }) => id}
            renderItem={({ name }) => name}
            onPick={({ name }) => composer.insertText(`@${name} `)}
            empty={t('composer.nobody')}
          />
          {!canSend && !edited && canRecord() ? (
            <IconButton
              icon={<Icon name="mic" size={17} />}
              label={t('voice.record')}
              onClick={() => setRecording(true)}
            />
          ) : (
            <Button
              variant="primary"
              icon={<Icon name={edited ? 'check' : 'send'} size={16} />}
              aria-label={t(edited ? 'composer.save' : 'composer.send')}
              disabled={!canSend}
              busy={acts.edit.isPending}
              onClick={submit}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** Something that goes along with the message, and can be left out. */
const Above = ({ icon, text, label, onClose }: { icon: string; text: string; label: string; onClose(): void }) => (
  <div className="mb-1 flex items-center gap-2 rounded-md border-l-4 border-l-accent bg-hover px-2 py-1 text-sm">
    <Icon name={icon} size={14} />
    <span className="min-w-0 flex-1 truncate">{text}</span>
    <IconButton size="small" icon={<Icon name="x" size={14} />} label={label} onClick={onClose} />
  </div>
)
