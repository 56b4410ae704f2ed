import {
  Field,
  FormDialog,
  Input,
  Select,
  Switch,
  Textarea,
  toast,
  useErrorText,
  useFieldErrors,
  useWords,
} from '@recado/sdk/ui'
import { useState } from 'react'
import { triggerOperators, type Bot, type BotDraft } from '../bots/bot.ts'
import { useSaveBot, type BotList } from './use-bots.ts'

const newDraft = (provider: string): BotDraft => ({
  name: '',
  provider,
  reference: '',
  active: true,
  expireMinutes: 60,
  keywordFinish: '#sair',
  keywordRestart: '#reiniciar',
  restartMessage: '',
  unknownMessage: '',
  delayMs: 0,
  debounceMs: 0,
  triggerType: 'all',
  triggerOperator: 'contains',
  triggerValue: '',
})

type Texts = 'name' | 'reference' | 'keywordFinish' | 'keywordRestart' | 'triggerValue'
type Numbers = 'expireMinutes' | 'delayMs' | 'debounceMs'
const required: readonly string[] = ['name', 'reference']
/** Fields whose label says everything. */
const plainFields: readonly string[] = ['name', 'triggerValue', 'restartMessage', 'delayMs']

/** A bot while it is edited; what is refused stays as it was entered. */
export function BotDialog({
  bot,
  providers,
  onClose,
}: {
  bot: Bot | undefined
  providers: BotList['providers']
  onClose(): void
}) {
  const { t } = useWords()
  const textOf = useErrorText()
  const fieldErrors = useFieldErrors()
  const save = useSaveBot()
  const { id, ...known } = bot ?? { id: undefined, ...newDraft(providers[0]?.plugin ?? '') }
  const [draft, setDraft] = useState<BotDraft>(known)
  const [tried, setTried] = useState(false)
  const issues = save.error ? fieldErrors(save.error) : {}
  const change = (part: Partial<BotDraft>): void => setDraft((before) => ({ ...before, ...part }))
  const helpOf = (name: string): string | undefined => (plainFields.includes(name) ? undefined : t(`form.${name}.help`))
  const isMissing = (name: Texts): boolean =>
    draft[name].trim() === '' && (required.includes(name) || (name === 'triggerValue' && draft.triggerType !== 'all'))
  const text = (name: Texts, maxLength = 100) => (
    <Field
      label={t(`form.${name}.label`)}
      help={helpOf(name)}
      required={required.includes(name) || name === 'triggerValue'}
      error={issues[name] ?? (tried && isMissing(name) ? t('form.needed') : undefined)}
    >
      <Input
        value={draft[name]}
        maxLength={maxLength}
        autoComplete="off"
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </Field>
  )
  const number = (name: Numbers, min: number, max: number) => (
    <Field label={t(`form.${name}.label`)} help={helpOf(name)} error={issues[name]}>
      <Input
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        value={Number.isNaN(draft[name]) ? '' : draft[name]}
        onChange={({ target }) => change({ [name]: target.valueAsNumber })}
      />
    </Field>
  )
  const words = (name: 'restartMessage' | 'unknownMessage') => (
    <Field label={t(`form.${name}.label`)} help={helpOf(name)} error={issues[name]}>
      <Textarea
        rows={2}
        maxLength={2_000}
        value={draft[name]}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </Field>
  )
  const submit = (): void => {
    setTried(true)
    if (save.isPending || (['name', 'reference', 'triggerValue'] as const).some(isMissing)) return
    save.mutate(
      { ...draft, id },
      {
        onSuccess: ({ name }) => {
          toast.success(t('bots.saved', { name }))
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={bot ? t('bots.edit', { name: bot.name }) : t('bots.create')}
      shape="sheet"
      busy={save.isPending}
      problem={save.error && Object.keys(issues).length === 0 ? textOf(save.error) : undefined}
      mistakes={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {text('name')}
      <Field label={t('form.provider.label')} help={t('form.provider.help')} required error={issues['provider']}>
        <Select
          value={draft.provider}
          options={providers.map(({ plugin, title }) => ({ value: plugin, label: title }))}
          onValueChange={(provider) => change({ provider })}
        />
      </Field>
      {text('reference', 200)}
      <Switch checked={draft.active} label={t('form.active')} onCheckedChange={(active) => change({ active })} />
      <Field label={t('form.triggerType.label')} required>
        <Select
          value={draft.triggerType}
          options={(['all', 'keyword'] as const).map((value) => ({ value, label: t(`form.triggerType.${value}`) }))}
          onValueChange={(value) => change({ triggerType: value as BotDraft['triggerType'] })}
        />
      </Field>
      {draft.triggerType === 'keyword' && (
        <>
          <Field label={t('form.triggerOperator.label')} required>
            <Select
              value={draft.triggerOperator}
              options={triggerOperators.map((value) => ({ value, label: t(`form.triggerOperator.${value}`) }))}
              onValueChange={(value) => change({ triggerOperator: value as BotDraft['triggerOperator'] })}
            />
          </Field>
          {text('triggerValue')}
        </>
      )}
      {number('expireMinutes', 1, 10_080)}
      {text('keywordFinish')}
      {text('keywordRestart')}
      {words('restartMessage')}
      {words('unknownMessage')}
      {number('delayMs', 0, 30_000)}
      {number('debounceMs', 0, 30_000)}
    </FormDialog>
  )
}
