/** What the shell knows of the product's contracts, in one place: what any client knows of them. */
export * from '@recado/sdk/client'
