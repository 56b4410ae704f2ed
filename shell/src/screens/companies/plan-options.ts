import type { SelectOption } from '@recado/sdk/ui'
import type { Plan } from '../../base/contracts.ts'

/** Plans to choose from: the offered ones, and the company's current one. */
export const planOptions = (plans: readonly Plan[], none: string, present: string | null = null): SelectOption[] => [
  { value: '', label: none },
  ...plans.filter((plan) => plan.isActive || plan.id === present).map((plan) => ({ value: plan.id, label: plan.name })),
]
