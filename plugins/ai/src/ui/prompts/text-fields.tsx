import { Field, Input, Switch, Textarea, useWords } from '@recado/sdk/ui'
import type { PromptDraft } from '../../prompts/prompt.ts'

interface TextFieldsProps {
  draft: PromptDraft
  issues: Readonly<Record<string, string>>
  /** What is missing, once somebody has tried to save it. */
  needed(value: string): string | undefined
  onChange(change: Partial<PromptDraft>): void
}

/** What an agent is told: instructions, tone, topics that it refuses, and whether it reads articles. */
export function TextFields({ draft, issues, needed, onChange }: TextFieldsProps) {
  const { t } = useWords()
  return (
    <>
      <Field label={t('form.name.label')} required error={issues['name'] ?? needed(draft.name)}>
        <Input
          value={draft.name}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Field>
      <Field
        label={t('form.text.label')}
        help={t('form.text.help')}
        required
        error={issues['text'] ?? needed(draft.text)}
      >
        <Textarea
          rows={12}
          maxLength={20_000}
          value={draft.text}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      </Field>
      <Field label={t('form.tone.label')} help={t('form.tone.help')} error={issues['tone']}>
        <Input
          value={draft.tone}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => onChange({ tone: target.value })}
        />
      </Field>
      <Field label={t('form.topics.label')} help={t('form.topics.help')} error={issues['refusedTopics']}>
        <Textarea
          rows={3}
          value={draft.refusedTopics.join('\n')}
          onChange={({ target }) => onChange({ refusedTopics: target.value.split('\n') })}
        />
      </Field>
      <Switch
        checked={draft.usesKnowledge}
        label={t('form.usesKnowledge')}
        onCheckedChange={(usesKnowledge) => onChange({ usesKnowledge })}
      />
      <Field label={t('form.note.label')} help={t('form.note.help')}>
        <Input
          value={draft.note}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => onChange({ note: target.value })}
        />
      </Field>
    </>
  )
}
