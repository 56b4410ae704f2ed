import { Checkbox, Field, FormDialog, Input } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutgoingPart } from '../../../../base/contracts.ts'

const mostOptions = 10
const longestOption = 100
const longestQuestion = 255

/** A poll to be sent. */
export type Poll = Extract<OutgoingPart, { kind: 'poll' }>

/** A question with its options. A further line appears when the last one is used. */
export function PollDialog({ onSend, onClose }: { onSend(poll: Poll): void; onClose(): void }) {
  const { t } = useTranslation('tickets')
  const [question, setQuestion] = useState('')
  const [lines, setLines] = useState(['', ''])
  const [several, setSeveral] = useState(false)
  const [problem, setProblem] = useState<string>()
  const options = lines.map((line) => line.trim()).filter((line) => line !== '')
  const write = (at: number, text: string) => {
    const next = lines.map((line, index) => (index === at ? text : line))
    setProblem(undefined)
    setLines(next.at(-1) === '' || next.length === mostOptions ? next : [...next, ''])
  }
  const send = () => {
    if (question.trim() === '' || options.length < 2) return setProblem(t('askPoll.tooFew'))
    if (new Set(options).size < options.length) return setProblem(t('askPoll.twice'))
    return onSend({ kind: 'poll', question: question.trim(), options, several })
  }
  return (
    <FormDialog
      title={t('askPoll.title')}
      submitLabel={t('askPoll.send')}
      problem={problem}
      isChanged={question !== '' || options.length > 0}
      onSubmit={send}
      onClose={onClose}
    >
      <Field label={t('askPoll.question')}>
        <Input
          autoFocus
          maxLength={longestQuestion}
          value={question}
          onChange={(event) => {
            setProblem(undefined)
            setQuestion(event.target.value)
          }}
        />
      </Field>
      {lines.map((line, index) => (
        <Field key={index} label={t('askPoll.option', { number: index + 1 })}>
          <Input maxLength={longestOption} value={line} onChange={(event) => write(index, event.target.value)} />
        </Field>
      ))}
      <Checkbox label={t('askPoll.several')} checked={several} onCheckedChange={setSeveral} />
    </FormDialog>
  )
}
