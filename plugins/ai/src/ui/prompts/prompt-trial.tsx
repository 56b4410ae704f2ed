import { Button, Input, useApi, useErrorText, useWords } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { PromptDraft } from '../../prompts/prompt.ts'
import type { Rehearsal } from '../../prompts/routes.ts'
import { Rehearsed } from './rehearsed.tsx'

interface Line {
  readonly by: 'customer' | 'model'
  readonly text: string
  readonly rehearsal?: Rehearsal
}

/** A conversation with the draft that nobody else reads: nothing is sent, nothing is done, the tokens count. */
export function PromptTrial({
  draft,
  promptId,
  isIncomplete,
}: {
  draft: PromptDraft
  promptId: string | undefined
  isIncomplete: boolean
}) {
  const { t } = useWords()
  const api = useApi()
  const textOf = useErrorText()
  const [lines, setLines] = useState<readonly Line[]>([])
  const [text, setText] = useState('')
  const ask = useMutation({
    mutationFn: (said: readonly Line[]) =>
      api.post<Rehearsal>('prompts/test', {
        prompt: draft,
        id: promptId,
        said: said.flatMap(({ by, text: words }) => (words === '' ? [] : [{ by, text: words }])).slice(-50),
      }),
    onSuccess: (rehearsal) => setLines((before) => [...before, { by: 'model', text: rehearsal.text, rehearsal }]),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim() === '' || ask.isPending || isIncomplete) return
    const said = [...lines, { by: 'customer' as const, text: text.trim() }]
    setLines(said)
    setText('')
    ask.mutate(said)
  }
  return (
    <div className="flex min-h-0 flex-col gap-3 pt-4">
      <p className="text-list text-ink-muted">{t(isIncomplete ? 'trial.incomplete' : 'trial.description')}</p>
      <ol aria-live="polite" aria-label={t('trial.title')} className="flex flex-col gap-2">
        {lines.map((line, at) => (
          <li
            key={at}
            className={`max-w-[85%] rounded-lg border border-line px-3 py-2 text-list break-words whitespace-pre-wrap ${
              line.by === 'customer' ? 'self-start' : 'self-end bg-surface'
            }`}
          >
            {line.rehearsal ? <Rehearsed rehearsal={line.rehearsal} /> : line.text}
          </li>
        ))}
      </ol>
      {ask.isError && (
        <p role="alert" className="text-list text-danger">
          {textOf(ask.error)}
        </p>
      )}
      <form className="flex gap-2" onSubmit={submit}>
        <Input
          aria-label={t('trial.say')}
          placeholder={t('trial.say')}
          value={text}
          maxLength={4_000}
          autoComplete="off"
          disabled={isIncomplete}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" busy={ask.isPending} disabled={isIncomplete}>
          {t('trial.send')}
        </Button>
      </form>
      {lines.length > 0 && (
        <Button size="small" variant="ghost" className="self-start" onClick={() => setLines([])}>
          {t('trial.restart')}
        </Button>
      )}
    </div>
  )
}
