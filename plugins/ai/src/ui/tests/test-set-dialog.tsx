import { Button, Dialog, ErrorState, Skeleton, Tabs, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import type { Prompt } from '../../prompts/prompt.ts'
import { TestQuestions } from './test-questions.tsx'
import { TestRuns } from './test-runs.tsx'
import { useTests } from './use-tests.ts'

const tabs = ['questions', 'runs'] as const

/** The test questions of a prompt, and what its versions answered. */
export function TestSetDialog({ prompt, onClose }: { prompt: Prompt; onClose(): void }) {
  const { t } = useWords()
  const tests = useTests(prompt.id)
  const [chosen, setChosen] = useState<(typeof tabs)[number]>()
  const tab = chosen ?? (tests.data && tests.data.runs.length > 0 ? 'runs' : 'questions')
  return (
    <Dialog
      open
      shape="wide"
      title={t('tests.title', { name: prompt.name })}
      description={t('tests.description')}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={<Button onClick={onClose}>{t('tests.close')}</Button>}
    >
      {tests.isPending && <Skeleton lines={5} />}
      {tests.isError && (
        <ErrorState what={t('tests.questions')} error={tests.error} onRetry={() => void tests.refetch()} />
      )}
      {tests.data && (
        <Tabs
          value={tab}
          onValueChange={(value) => setChosen(value as (typeof tabs)[number])}
          label={t('tests.parts')}
          tabs={tabs.map((value) => ({ value, label: t(`tests.${value}`) }))}
        >
          {tab === 'questions' ? (
            <TestQuestions prompt={prompt.id} kept={tests.data.questions} onRun={() => setChosen('runs')} />
          ) : (
            <TestRuns prompt={prompt.id} runs={tests.data.runs} canRun={tests.data.questions.length > 0} />
          )}
        </Tabs>
      )}
    </Dialog>
  )
}
