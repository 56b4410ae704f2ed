/** The product's contracts in the shell, in one place: those of any client. */
export * from '@recado/sdk/client'
