import { lazy, Suspense, type ComponentType } from 'react'
import type { TemplateFormProps, TemplateListProps, TemplatePickerProps } from './template-props.ts'

const Picker = lazy(() => import('./picker.tsx')) as unknown as ComponentType<TemplatePickerProps<unknown>>
const List = lazy(() => import('./list.tsx'))
const Form = lazy(() => import('./form.tsx'))

/**
 * Sends approved templates from the composer, for a plugin whose channel has some (slot `ticket.composer.actions`): the
 * button of the toolbar; where the service window is closed, the only thing that can be done here, and therefore with
 * its name. A template is chosen, filled in, looked at and sent.
 */
export const TemplatePicker = <T,>(props: TemplatePickerProps<T>) => (
  <Suspense fallback={null}>
    <Picker {...(props as unknown as TemplatePickerProps<unknown>)} />
  </Suspense>
)

/** The templates that can be chosen in a {@link TemplatePicker}, with a search. */
export const TemplateList = (props: TemplateListProps) => (
  <Suspense fallback={null}>
    <List {...props} />
  </Suspense>
)

/** The form in which a template of a {@link TemplatePicker} is filled in. */
export const TemplateForm = (props: TemplateFormProps) => (
  <Suspense fallback={null}>
    <Form {...props} />
  </Suspense>
)
