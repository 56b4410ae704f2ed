import { fillVariables, languageName, variablesIn } from '@recado/sdk'
import { Field, FormDialog, Input, Select, Textarea, toast, useErrorText, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { limits, templateProblems } from '../../templates/rules.ts'
import type { TemplateDraft } from '../../templates/template.ts'
import { Preview } from './preview.tsx'
import { useSubmit, type TemplatePageOfFacebook } from './use-templates.ts'

const languages = ['pt_BR', 'en', 'es', 'ru', 'th', 'vi', 'fil', 'fr', 'de', 'it', 'pt_PT', 'en_US', 'es_MX'] as const
const ofLocale: Readonly<Record<string, string>> = { 'pt-BR': 'pt_BR', en: 'en', es: 'es', ru: 'ru' }
/** Braces are markup in texts: those of variables are filled in. */
const braces = { open: '{{', close: '}}' } as const

interface Props {
  page: TemplatePageOfFacebook
  onClose(): void
}

/** Writes a template and submits it: Meta takes no drafts. */
export function TemplateEditor({ page, onClose }: Props) {
  const { t, i18n } = useWords()
  const errorText = useErrorText()
  const submit = useSubmit()
  const [draft, setDraft] = useState<TemplateDraft>({
    connectionId: page.id,
    name: '',
    language: ofLocale[i18n.language] ?? 'en',
    body: '',
    examples: {},
  })
  const [demanded, setDemanded] = useState(0)
  const change = (part: Partial<TemplateDraft>) => setDraft((before) => ({ ...before, ...part }))
  const problems = templateProblems(draft)
  const problemAt = (path: string): string | undefined => {
    const problem = demanded > 0 ? problems.find((each) => each.path === path) : undefined
    return problem && t(`templates.rule.${problem.rule}`, { ...braces, limit: limits.body })
  }
  const send = async () => {
    setDemanded(demanded + 1)
    if (problems.length > 0) return
    const examples = Object.fromEntries(variablesIn(draft.body).map((name) => [name, draft.examples[name]!.trim()]))
    const { status } = await submit.mutateAsync({ ...draft, examples })
    toast.success(t(status === 'APPROVED' ? 'templates.editor.approved' : 'templates.editor.submitted'))
    onClose()
  }
  return (
    <FormDialog
      title={t('templates.page.create')}
      description={t('templates.editor.description', { page: page.name })}
      shape="wide"
      submitLabel={t('templates.editor.submit')}
      busy={submit.isPending}
      problem={submit.error ? errorText(submit.error) : undefined}
      mistakes={demanded}
      isChanged={draft.name !== '' || draft.body !== ''}
      className="grid gap-6 md:grid-cols-2"
      onSubmit={() => void send().catch(() => undefined)}
      onClose={onClose}
    >
      <div className="flex min-w-0 flex-col gap-4">
        <Field
          label={t('templates.field.name')}
          help={t('templates.editor.nameHelp')}
          error={problemAt('name')}
          required
        >
          <Input
            value={draft.name}
            maxLength={limits.name}
            onChange={({ target: { value } }) => change({ name: value.toLowerCase().replaceAll(/[\s-]+/g, '_') })}
          />
        </Field>
        <Field label={t('templates.field.language')} error={problemAt('language')} required>
          <Select
            value={draft.language}
            options={languages.map((value) => ({ value, label: languageName(value, i18n.language) }))}
            onValueChange={(language) => change({ language })}
          />
        </Field>
        <Field
          label={t('templates.field.body')}
          help={t('templates.editor.bodyHelp', braces)}
          error={problemAt('body')}
          required
        >
          <Textarea
            rows={5}
            value={draft.body}
            maxLength={limits.body}
            onChange={({ target: { value } }) => change({ body: value })}
          />
        </Field>
        {variablesIn(draft.body).map((variable) => (
          <Field
            key={variable}
            label={t('templates.editor.example', { variable: `{{${variable}}}` })}
            error={problemAt(`examples.${variable}`)}
            required
          >
            <Input
              value={draft.examples[variable] ?? ''}
              maxLength={limits.example}
              onChange={({ target: { value } }) => change({ examples: { ...draft.examples, [variable]: value } })}
            />
          </Field>
        ))}
      </div>
      <Preview text={fillVariables(draft.body, draft.examples)} buttons={[]} />
    </FormDialog>
  )
}
