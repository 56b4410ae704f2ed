import type { AutomationBlock } from '@recado/sdk'
import {
  Button,
  Dialog,
  Field,
  Input,
  Tabs,
  Textarea,
  toast,
  useErrorText,
  useFieldErrors,
  useWords,
} from '@recado/sdk/ui'
import { useId, useState } from 'react'
import { temperatureLimits, tokenLimits, type Prompt, type PromptDraft } from '../../prompts/prompt.ts'
import { FunctionsFields } from './functions-fields.tsx'
import { ModelFields } from './model-fields.tsx'
import { PromptTrial } from './prompt-trial.tsx'
import { useSavePrompt } from './use-prompts.ts'
import { VoiceFields } from './voice-fields.tsx'

const newDraft: PromptDraft = {
  name: '',
  model: null,
  maxTokens: 600,
  maxMessages: 20,
  temperature: 1,
  queueId: null,
  text: '',
  maxTurns: 20,
  voiceProvider: null,
  voice: '',
  voiceRegion: '',
  functions: [],
}

const newPrompt = { id: undefined, hasApiKey: false, hasVoiceKey: false, ...newDraft }

const tabs = ['text', 'model', 'voice', 'functions', 'trial'] as const
type Tab = (typeof tabs)[number]
/** Tabs by the fields that stand on them: where a refusal is shown. */
const tabOf = (field: string): Tab => {
  if (field === 'name' || field === 'text') return 'text'
  if (field.startsWith('functions')) return 'functions'
  return field.startsWith('voice') ? 'voice' : 'model'
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
  const { id, hasApiKey, hasVoiceKey, ...known } = prompt ?? newPrompt
  const [draft, setDraft] = useState<PromptDraft>(known)
  const [tab, setTab] = useState<Tab>('text')
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
  const submit = (): void => {
    setTried(true)
    if (isIncomplete) return setTab('text')
    if (save.isPending) return
    save.mutate(
      { ...draft, id },
      {
        onSuccess: ({ name }) => {
          toast.success(t('prompts.saved', { name }))
          onClose()
        },
        onError: (error) => {
          const [field] = Object.keys(fieldErrors(error))
          if (field !== undefined) setTab(tabOf(field))
        },
      },
    )
  }
  return (
    <Dialog
      open
      shape="sheet"
      title={prompt ? t('prompts.edit', { name: prompt.name }) : t('prompts.create')}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={save.isPending}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      {save.error && (
        <p role="alert" className="mb-3 rounded-md bg-danger-soft px-3 py-2 text-list text-danger">
          {[textOf(save.error), ...ofFunctions].join(': ')}
        </p>
      )}
      <Tabs
        value={tab}
        onValueChange={(value) => setTab(value as Tab)}
        label={t('form.parts')}
        tabs={tabs.map((value) => ({ value, label: t(`form.tabs.${value}`) }))}
      >
        {tab === 'trial' ? (
          <PromptTrial draft={draft} promptId={id} isIncomplete={isIncomplete} />
        ) : (
          <form
            id={form}
            noValidate
            className="flex min-w-0 flex-col gap-4 pt-4"
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            {tab === 'text' && (
              <>
                <Field label={t('form.name.label')} required error={issues['name'] ?? needed(draft.name)}>
                  <Input
                    value={draft.name}
                    maxLength={100}
                    autoComplete="off"
                    onChange={({ target }) => change({ name: target.value })}
                  />
                </Field>
                <Field
                  label={t('form.text.label')}
                  help={t('form.text.help')}
                  required
                  error={issues['text'] ?? needed(draft.text)}
                >
                  <Textarea
                    rows={14}
                    maxLength={20_000}
                    value={draft.text}
                    onChange={({ target }) => change({ text: target.value })}
                  />
                </Field>
              </>
            )}
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
                onChange={(functions) => change({ functions })}
              />
            )}
          </form>
        )}
      </Tabs>
      {tab === 'trial' && (
        <form
          id={form}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        />
      )}
    </Dialog>
  )
}
