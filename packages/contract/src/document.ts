import openapi from './generated/openapi.json' with { type: 'json' }

/** The contract as an OpenAPI document, including everything that the build adds to openapi/. */
export const document: Readonly<Record<string, unknown>> = openapi
