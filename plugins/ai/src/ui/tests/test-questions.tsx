import { Button, Field, Icon, IconButton, Switch, Textarea, toast, useErrorText, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { mostQuestions, type TestQuestion } from '../../tests/test-set.ts'
import { useRunTests, useSaveTests } from './use-tests.ts'

interface TestQuestionsProps {
  prompt: string
  kept: readonly TestQuestion[]
  onRun(): void
}

const newQuestion: TestQuestion = { question: '', facts: [], refuses: false }
const cleaned = ({ question, facts, refuses }: TestQuestion): TestQuestion => ({
  question: question.trim(),
  facts: facts.map((fact) => fact.trim()).filter((fact) => fact !== ''),
  refuses,
})

/** Questions with what an answer has to say, or with the refusal that is expected. */
export function TestQuestions({ prompt, kept, onRun }: TestQuestionsProps) {
  const { t } = useWords()
  const textOf = useErrorText()
  const save = useSaveTests(prompt)
  const run = useRunTests(prompt)
  const [questions, setQuestions] = useState<readonly TestQuestion[]>(kept.length > 0 ? kept : [newQuestion])
  const [tried, setTried] = useState(false)
  const set = (at: number, change: Partial<TestQuestion>): void =>
    setQuestions((before) => before.map((one, index) => (index === at ? { ...one, ...change } : one)))
  const sent = questions.map(cleaned)
  const isWrong = ({ question, facts, refuses }: TestQuestion): boolean =>
    question === '' || (!refuses && facts.length === 0)
  const keep = async (): Promise<boolean> => {
    setTried(true)
    if (sent.some(isWrong)) return false
    await save.mutateAsync(sent)
    return true
  }
  const failed = save.error ?? run.error
  return (
    <div className="flex min-w-0 flex-col gap-4 pt-4">
      {failed && (
        <p role="alert" className="text-list text-danger">
          {textOf(failed)}
        </p>
      )}
      {questions.map((one, at) => {
        const { question, facts } = sent[at]!
        return (
          <fieldset key={at} className="flex min-w-0 flex-col gap-3 rounded-lg border border-line p-3">
            <legend className="px-1 text-xs text-ink-muted">{t('tests.number', { number: at + 1 })}</legend>
            <Field label={t('tests.question')} required error={tried && question === '' ? t('form.needed') : undefined}>
              <Textarea
                rows={2}
                maxLength={2_000}
                value={one.question}
                onChange={({ target }) => set(at, { question: target.value })}
              />
            </Field>
            {!one.refuses && (
              <Field
                label={t('tests.facts.label')}
                help={t('tests.facts.help')}
                required
                error={tried && facts.length === 0 ? t('form.needed') : undefined}
              >
                <Textarea
                  rows={2}
                  value={one.facts.join('\n')}
                  onChange={({ target }) => set(at, { facts: target.value.split('\n') })}
                />
              </Field>
            )}
            <div className="flex items-center justify-between gap-2">
              <Switch
                checked={one.refuses}
                label={t('tests.refuses')}
                onCheckedChange={(refuses) => set(at, { refuses, ...(refuses && { facts: [] }) })}
              />
              <IconButton
                icon={<Icon name="trash-2" size={16} />}
                label={t('tests.remove', { number: at + 1 })}
                onClick={() => setQuestions((before) => before.filter((_one, index) => index !== at))}
              />
            </div>
          </fieldset>
        )
      })}
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={questions.length >= mostQuestions}
          icon={<Icon name="plus" size={16} />}
          onClick={() => setQuestions((before) => [...before, newQuestion])}
        >
          {t('tests.add')}
        </Button>
        <Button
          busy={save.isPending && !run.isPending}
          onClick={() => {
            void keep().then(
              (isKept) => isKept && toast.success(t('tests.saved')),
              () => undefined,
            )
          }}
        >
          {t('form.save')}
        </Button>
        <Button
          variant="primary"
          busy={run.isPending}
          disabled={questions.length === 0}
          onClick={() => {
            void keep()
              .then(async (isKept) => {
                if (!isKept) return
                await run.mutateAsync(undefined)
                onRun()
              })
              .catch(() => undefined)
          }}
        >
          {t('tests.run')}
        </Button>
      </div>
    </div>
  )
}
