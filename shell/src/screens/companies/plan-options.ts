import type { SelectOption } from '@recado/sdk/ui'
import type { Plan } from '../../base/contracts.ts'

/** What can be chosen: plans that are offered, and the one a company has already. */
export const planOptions = (plans: readonly Plan[], none: string, present: string | null = null): SelectOption[] => [
  { value: '', label: none },
  ...plans.filter((plan) => plan.isActive || plan.id === present).map((plan) => ({ value: plan.id, label: plan.name })),
]
