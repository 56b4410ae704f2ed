import { TemplatePicker, type SlotMap } from '@recado/sdk/ui'
import type { Template } from '../../../templates/template.ts'
import { FillForm } from './fill-form.tsx'
import { PickList } from './pick-list.tsx'

/** The approved templates of the conversation's number, in the composer. */
export default function WabaTemplatePicker({ ticket, composer }: SlotMap['ticket.composer.actions']) {
  return (
    <TemplatePicker<Template>
      ticket={ticket}
      composer={composer}
      renderList={(onPick) => <PickList ticket={ticket} onPick={onPick} />}
      renderForm={(template, acts) => <FillForm template={template} ticket={ticket} {...acts} />}
    />
  )
}
