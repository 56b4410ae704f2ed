import {
  Button,
  Field,
  FormDialog,
  Icon,
  IconButton,
  Input,
  Select,
  toast,
  useErrorText,
  useWords,
} from '@recado/sdk/ui'
import { useId, useState } from 'react'
import { highestPrice, mostPrices, type PriceList } from '../../usage/prices.ts'
import { currencyChoices } from './currency-choices.ts'
import { useSavePrices } from './use-prompts.ts'

interface PricesDialogProps {
  prices: PriceList | null
  /** Names that were counted, to choose from. */
  models: readonly string[]
  onClose(): void
}

/** A price while it is entered: what is empty is no number. */
interface Row {
  readonly model: string
  readonly input: number
  readonly output: number
}

const empty: Row = { model: '', input: NaN, output: NaN }
const isAmount = (value: number): boolean => value >= 0 && value <= highestPrice

/** What a million tokens of each model cost, in one currency. Nothing is filled in before somebody does. */
export function PricesDialog({ prices, models, onClose }: PricesDialogProps) {
  const { t, i18n } = useWords()
  const list = useId()
  const textOf = useErrorText()
  const save = useSavePrices()
  const [currency, setCurrency] = useState(prices?.currency ?? '')
  const [rows, setRows] = useState<readonly Row[]>(prices?.prices ?? [empty])
  const [tries, setTries] = useState(0)
  const tried = tries > 0
  const set = (at: number, change: Partial<Row>): void =>
    setRows((before) => before.map((row, index) => (index === at ? { ...row, ...change } : row)))
  const given = prices ?? { currency: '', prices: [empty] }
  const isChanged = JSON.stringify([currency, rows]) !== JSON.stringify([given.currency, given.prices])
  const names = rows.map(({ model }) => model.trim())
  const wrongModel = (at: number): string | undefined => {
    if (names[at] === '') return t('form.needed')
    return names.indexOf(names[at]!) < at ? t('prices.twice') : undefined
  }
  const wrongAmount = (value: number): string | undefined => (isAmount(value) ? undefined : t('prices.amount'))
  const submit = (): void => {
    setTries(tries + 1)
    const problems = rows.flatMap(({ input, output }, at) => [wrongModel(at), wrongAmount(input), wrongAmount(output)])
    if (save.isPending || currency === '' || problems.some((problem) => problem !== undefined)) return
    save.mutate(
      { currency, prices: rows.map((row, at) => ({ ...row, model: names[at]! })) },
      {
        onSuccess: () => {
          toast.success(t('prices.saved'))
          onClose()
        },
      },
    )
  }
  const amount = (at: number, name: 'input' | 'output') => (
    <Field label={t(`prices.${name}`)} required error={tried ? wrongAmount(rows[at]![name]) : undefined}>
      <Input
        type="number"
        inputMode="decimal"
        min={0}
        max={highestPrice}
        step="any"
        value={Number.isNaN(rows[at]![name]) ? '' : rows[at]![name]}
        onChange={({ target }) => set(at, { [name]: target.valueAsNumber })}
      />
    </Field>
  )
  return (
    <FormDialog
      shape="wide"
      title={t('prices.title')}
      description={t('prices.description')}
      busy={save.isPending}
      problem={save.error ? textOf(save.error) : undefined}
      mistakes={tries}
      isChanged={isChanged}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('prices.currency')} required error={tried && currency === '' ? t('form.needed') : undefined}>
        <Select
          value={currency}
          options={[
            { value: '', label: t('prices.choose'), disabled: true },
            ...currencyChoices(i18n.language, currency),
          ]}
          onValueChange={setCurrency}
        />
      </Field>
      <datalist id={list}>
        {models.map((model) => (
          <option key={model} value={model}>
            {model}
          </option>
        ))}
      </datalist>
      {rows.map((row, at) => (
        <fieldset key={at} className="flex min-w-0 flex-col gap-3 rounded-lg border border-line p-3">
          <legend className="px-1 text-xs text-ink-muted">{t('prices.number', { number: at + 1 })}</legend>
          <Field
            label={t('prices.model')}
            help={t('prices.modelHelp')}
            required
            error={tried ? wrongModel(at) : undefined}
          >
            <Input
              value={row.model}
              list={list}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => set(at, { model: target.value })}
            />
          </Field>
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            {amount(at, 'input')}
            {amount(at, 'output')}
          </div>
          <IconButton
            className="self-end"
            icon={<Icon name="trash-2" size={16} />}
            label={t('prices.remove', { number: at + 1 })}
            onClick={() => setRows((before) => before.filter((_row, index) => index !== at))}
          />
        </fieldset>
      ))}
      {rows.length < mostPrices && (
        <Button
          className="self-start"
          icon={<Icon name="plus" size={16} />}
          onClick={() => setRows((before) => [...before, empty])}
        >
          {t('prices.add')}
        </Button>
      )}
    </FormDialog>
  )
}
