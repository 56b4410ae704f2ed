import type { AutomationBlock } from '@recado/sdk'
import { Button, DropdownMenu, Icon, MenuItem, MenuLabel, MenuSeparator, useWords } from '@recado/sdk/ui'
import { Fragment } from 'react'
import type { OwnKind } from '../../macros/step.ts'
import { useActionWords } from '../use-action-words.ts'
import { stepIcons } from '../use-step-words.ts'

interface StepMenuProps {
  offer: readonly AutomationBlock[]
  isFull: boolean
  onAdd(kind: OwnKind): void
  onAddAction(action: AutomationBlock): void
}

/** Kinds of steps: those of macros themselves, then those of other plugins, each below its plugin's name. */
export function StepMenu({ offer, isFull, onAdd, onAddAction }: StepMenuProps) {
  const { t } = useWords()
  const { titleOf, pluginOf } = useActionWords(offer)
  const plugins = Map.groupBy(offer, ({ plugin }) => plugin)
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button size="small" disabled={isFull} icon={<Icon name="plus" size={15} />}>
          {t('steps.add')}
        </Button>
      }
    >
      {(Object.keys(stepIcons) as OwnKind[]).map((kind) => (
        <MenuItem key={kind} icon={<Icon name={stepIcons[kind]} size={15} />} onSelect={() => onAdd(kind)}>
          {t(`kind.${kind}`)}
        </MenuItem>
      ))}
      {[...plugins].map(([plugin, actions]) => (
        <Fragment key={plugin}>
          <MenuSeparator />
          <MenuLabel>{pluginOf(actions[0]!)}</MenuLabel>
          {actions.map((action) => (
            <MenuItem
              key={action.name}
              icon={<Icon name={action.icon ?? 'puzzle'} size={15} />}
              onSelect={() => onAddAction(action)}
            >
              {titleOf(action)}
            </MenuItem>
          ))}
        </Fragment>
      ))}
    </DropdownMenu>
  )
}
