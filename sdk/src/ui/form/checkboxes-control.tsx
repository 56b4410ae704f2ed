import { Checkbox, OutsideField, useFieldProps } from '../kit/field.tsx'

interface CheckboxesControlProps {
  label: string
  options: readonly string[]
  optionLabel(option: string): string
  value: readonly string[]
  disabled: boolean
  onChange(value: readonly string[]): void
}

/** Several of a handful of options. A chosen option that is not offered any more stays until it is removed. */
export function CheckboxesControl({ label, options, optionLabel, value, disabled, onChange }: CheckboxesControlProps) {
  const { id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid = false } = useFieldProps()
  const shown = [...options, ...value.filter((option) => !options.includes(option))]
  const toggle = (option: string, isChosen: boolean) =>
    onChange(shown.filter((one) => (one === option ? isChosen : value.includes(one))))
  return (
    <div role="group" id={id} aria-describedby={describedBy} aria-label={label} className="k-checkboxes">
      <OutsideField>
        {shown.map((option) => (
          <Checkbox
            key={option}
            aria-invalid={isInvalid}
            label={optionLabel(option)}
            checked={value.includes(option)}
            disabled={disabled}
            onCheckedChange={(isChosen) => toggle(option, isChosen)}
          />
        ))}
      </OutsideField>
    </div>
  )
}
