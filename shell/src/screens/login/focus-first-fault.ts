/** Leads to the first field of a form that is wrong, once it is marked. */
export function focusFirstFault(form: Element | null | undefined): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault]')?.focus())
}
