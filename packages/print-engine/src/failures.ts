/** Why a proof can fail, and what its owner is told. */
export const proofFailures = {
  timeout:
    'The template takes too long to lay out. Use simpler styles and fewer elements, then ask for the proof again.',
  crashed: 'The browser ended while it laid out the template. Use fewer and smaller images, then ask again.',
  template_failed: 'The template led the browser to another page. Remove what does, then ask for the proof again.',
  untrusted_templates_unavailable: 'Only built-in templates can be printed at the moment. Ask again later.',
  storage_failed: 'The print file could not be stored. Ask for the proof again in a few minutes.',
  gave_up: 'The proof was begun several times and never finished. Ask for it again in a few minutes.',
} as const satisfies Record<string, string>

export type ProofFailureCode = keyof typeof proofFailures
