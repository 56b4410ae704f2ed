import { Button, Field, Input, useWords, type SlotMap } from '@recado/sdk/ui'
import { useState, type FormEvent } from 'react'
import type { QuickMessage } from '../../messages/quick-message.ts'
import { maxValueLength } from '../../variables/variables.ts'
import { MessagePreview } from '../message-preview.tsx'
import { useWording } from '../use-wording.ts'
import { stackStore } from './stack.ts'
import { useInsert } from './use-insert.ts'

/** Asks for what only the agent knows, and shows at every letter what would be sent. */
export function AskForm({ ticket, composer, message }: SlotMap['ticket.composer.above'] & { message: QuickMessage }) {
  const { t } = useWords()
  const wording = useWording(ticket)
  const insert = useInsert({ ticket, composer })
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const asked = wording.askedIn(message.parts.map(({ text }) => text))
  const close = () => stackStore.ask(ticket.id, undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    close()
    insert(message, wording.facts(answers))
  }
  const cancel = () => {
    close()
    composer.focus()
  }
  return (
    <form
      aria-label={t('ask.title', { key: message.key })}
      className="flex flex-col gap-3 border-b border-line p-2.5"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') cancel()
      }}
    >
      <div className="grid gap-3 md:grid-cols-2">
        <div className="flex flex-col gap-3">
          {asked.map(({ key, label }, index) => (
            <Field key={key} label={label}>
              <Input
                value={answers[key] ?? ''}
                maxLength={maxValueLength}
                autoFocus={index === 0}
                autoComplete="off"
                onChange={(event) => setAnswers({ ...answers, [key]: event.target.value })}
              />
            </Field>
          ))}
        </div>
        <div className="max-h-52 overflow-y-auto text-list">
          <MessagePreview parts={message.parts} facts={wording.facts(answers)} />
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" variant="ghost" onClick={cancel}>
          {t('editor.cancel')}
        </Button>
        <Button type="submit" size="small" variant="primary">
          {t('ask.insert')}
        </Button>
      </div>
    </form>
  )
}
