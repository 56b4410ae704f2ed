/** Whether a secret is stored; its value never comes to the browser. */
export type SecretState = boolean | { readonly set: boolean; readonly last4: string | null }
