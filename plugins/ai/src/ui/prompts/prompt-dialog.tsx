import type { AutomationBlock } from '@recado/sdk'
import { Button, Dialog, Tabs, toast, useErrorText, useFieldErrors, useMediaQuery, useWords } from '@recado/sdk/ui'
import { useId, useState } from 'react'
import { temperatureLimits, tokenLimits, type Prompt, type PromptDraft } from '../../prompts/prompt.ts'
import { FunctionsFields } from './functions-fields.tsx'
import { LimitFields } from './limit-fields.tsx'
import { ModelFields } from './model-fields.tsx'
import { draftOf, newDraft } from './new-draft.ts'
import { PromptReplay } from './prompt-replay.tsx'
import { PromptTrial } from './prompt-trial.tsx'
import { PromptVersions } from './prompt-versions.tsx'
import { TextFields } from './text-fields.tsx'
import { useSavePrompt } from './use-prompts.ts'
import { VoiceFields } from './voice-fields.tsx'

const tabs = ['text', 'model', 'limits', 'functions', 'voice', 'trial', 'replay', 'versions'] as const
/** Tabs whose content stands in no form. */
const beside: readonly string[] = ['trial', 'replay', 'versions']
const ofLimits = ['maxTurns', 'maxMinutes', 'maxCost', 'queueId', 'handOverText']
type Tab = (typeof tabs)[number]
/** Tabs by the fields that stand on them: where a refusal is shown. */
const tabOf = (field: string): Tab => {
  if (['name', 'text', 'tone', 'note'].includes(field) || field.startsWith('refusedTopics')) return 'text'
  if (ofLimits.includes(field) || field.startsWith('handOver')) return 'limits'
  if (field.startsWith('functions')) return 'functions'
  return field.startsWith('voice') ? 'voice' : 'model'
}

/** Lists are entered a line each, and lines may be empty while they are. */
const withoutEmptyLines = (draft: PromptDraft): PromptDraft => {
  const filled = (lines: readonly string[]): string[] => lines.map((line) => line.trim()).filter((line) => line !== '')
  return {
    ...draft,
    refusedTopics: filled(draft.refusedTopics),
    functions: draft.functions.map((one) => ({
      ...one,
      parameters: one.parameters.map((parameter) => ({ ...parameter, options: filled(parameter.options) })),
    })),
  }
}

interface PromptDialogProps {
  prompt: Prompt | undefined
  actions: readonly AutomationBlock[]
  onClose(): void
}

/** A prompt while it is edited, with a conversation to try it; what is refused stays as it was entered. */
export function PromptDialog({ prompt, actions, onClose }: PromptDialogProps) {
  const { t } = useWords()
  const form = useId()
  const textOf = useErrorText()
  const fieldErrors = useFieldErrors()
  const save = useSavePrompt()
  const { id, hasApiKey = false, hasVoiceKey = false, keptKeys = [] } = prompt ?? {}
  const [draft, setDraft] = useState<PromptDraft>(prompt ? draftOf(prompt) : newDraft)
  const isTriedBeside = useMediaQuery('(width >= 64rem)')
  const [chosen, setTab] = useState<Tab>('text')
  const tab = isTriedBeside && chosen === 'trial' ? 'text' : chosen
  const [tried, setTried] = useState(false)
  const issues = save.error ? fieldErrors(save.error) : {}
  const change = (part: Partial<PromptDraft>): void => {
    setDraft((before) => ({ ...before, ...part }))
    // What was refused is another one now.
    if (save.isError) save.reset()
  }
  // What is wrong with a function has no field of its own to stand at.
  const ofFunctions = Object.entries(issues).flatMap(([field, issue]) => (tabOf(field) === 'functions' ? [issue] : []))
  const isIncomplete = draft.name.trim() === '' || draft.text.trim() === ''
  const needed = (value: string): string | undefined => (tried && value.trim() === '' ? t('form.needed') : undefined)
  const shown = withoutEmptyLines(draft)
  const submit = (publish: boolean): void => {
    setTried(true)
    if (isIncomplete) return setTab('text')
    if (save.isPending) return
    save.mutate(
      { ...shown, publish, id },
      {
        onSuccess: ({ name }) => {
          toast.success(t(publish ? 'prompts.published' : 'prompts.saved', { name }))
          onClose()
        },
        onError: (error) => {
          const [field] = Object.keys(fieldErrors(error))
          if (field !== undefined) setTab(tabOf(field))
        },
      },
    )
  }
  const trial = <PromptTrial draft={shown} promptId={id} isIncomplete={isIncomplete} />
  return (
    <Dialog
      open
      shape="wide"
      className="lg:!w-[min(72rem,calc(100vw-4rem))]"
      title={prompt ? t('prompts.edit', { name: prompt.name }) : t('prompts.create')}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button busy={save.isPending && !save.variables.publish} onClick={() => submit(false)}>
            {t('form.saveDraft')}
          </Button>
          <Button type="submit" form={form} variant="primary" busy={save.isPending && save.variables.publish}>
            {t('form.publish')}
          </Button>
        </>
      }
    >
      {save.error && (
        <p role="alert" className="mb-3 rounded-md bg-danger-soft px-3 py-2 text-list text-danger">
          {[textOf(save.error), ...ofFunctions].join(': ')}
        </p>
      )}
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
        <Tabs
          value={tab}
          onValueChange={(value) => setTab(value as Tab)}
          label={t('form.parts')}
          tabs={tabs
            .filter((value) => value !== 'trial' || !isTriedBeside)
            .map((value) => ({ value, label: t(`form.tabs.${value}`) }))}
        >
          {tab === 'trial' && trial}
          {tab === 'replay' && <PromptReplay draft={shown} promptId={id} isIncomplete={isIncomplete} />}
          {tab === 'versions' && (
            <PromptVersions
              prompt={prompt}
              draft={shown}
              onTake={(content) => change({ ...content, name: draft.name })}
            />
          )}
          {!beside.includes(tab) && (
            <form
              id={form}
              noValidate
              className="flex min-w-0 flex-col gap-4 pt-4"
              onSubmit={(event) => {
                event.preventDefault()
                submit(true)
              }}
            >
              {tab === 'text' && <TextFields draft={draft} issues={issues} needed={needed} onChange={change} />}
              {tab === 'limits' && <LimitFields draft={draft} issues={issues} onChange={change} />}
              {tab === 'model' && (
                <ModelFields
                  draft={draft}
                  hasApiKey={hasApiKey}
                  issues={issues}
                  limits={{ tokens: tokenLimits, temperature: temperatureLimits }}
                  onChange={change}
                />
              )}
              {tab === 'voice' && (
                <VoiceFields draft={draft} hasVoiceKey={hasVoiceKey} issues={issues} onChange={change} />
              )}
              {tab === 'functions' && (
                <FunctionsFields
                  functions={draft.functions}
                  actions={actions}
                  keys={draft.functionKeys}
                  keptKeys={keptKeys}
                  onChange={change}
                  onKeys={(functionKeys) => change({ functionKeys })}
                />
              )}
            </form>
          )}
        </Tabs>
        {isTriedBeside && (
          <section aria-labelledby={`${form}-trial`} className="min-w-0 border-l border-line pl-6">
            <h3 id={`${form}-trial`} className="font-semibold">
              {t('trial.title')}
            </h3>
            {trial}
          </section>
        )}
      </div>
      {beside.includes(tab) && (
        <form
          id={form}
          onSubmit={(event) => {
            event.preventDefault()
            submit(true)
          }}
        />
      )}
    </Dialog>
  )
}
