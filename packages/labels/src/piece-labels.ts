import type { KeyScope, KeyState, PieceEventType, PieceSize, PieceStatus, PostalClass } from '@app/contract'

// Labels of pieces and keys, for customers and staff. Typed like the other labels.

export const pieceStatusLabels: Readonly<Record<PieceStatus, string>> = {
  checking: 'Checking',
  rejected: 'Rejected',
  ready: 'Ready to print',
  canceled: 'Canceled',
  in_production: 'In production',
  printed: 'Printed',
  mailed: 'Mailed',
  in_transit: 'In transit',
  in_local_area: 'In local area',
  out_for_delivery: 'Out for delivery',
  re_routed: 'Re-routed',
  delivered: 'Delivered',
  returned: 'Returned',
}

export const pieceEventLabels: Readonly<Record<PieceEventType, string>> = {
  'piece.created': 'Received',
  'piece.ready': 'Checks passed',
  'piece.rejected': 'Rejected',
  'piece.canceled': 'Canceled',
  'piece.in_production': 'In production',
  'piece.printed': 'Printed',
  'piece.reprinting': 'Waiting to be reprinted',
  'piece.mailed': 'Mailed',
  'piece.in_transit': 'In transit',
  'piece.in_local_area': 'In local area',
  'piece.out_for_delivery': 'Out for delivery',
  'piece.re_routed': 'Forwarded to a new address',
  'piece.delivered': 'Delivered',
  'piece.returned': 'Returned to sender',
  'piece.scanned': 'QR code scanned',
}

export const pieceSizeLabels: Readonly<Record<PieceSize, string>> = {
  '4.25x6': '4.25 × 6 postcard',
  '6x9': '6 × 9 postcard',
  '6x11': '6 × 11 postcard',
  '8.5x11': '8.5 × 11 letter',
  '8.5x14': '8.5 × 14 letter',
}

export const postalClassLabels: Readonly<Record<PostalClass, string>> = {
  FirstClass: 'First Class',
  Standard: 'Standard Mail',
}

export const keyScopeLabels: Readonly<Record<KeyScope, string>> = {
  proofs: 'Proofs and prices',
  templates: 'Templates',
  assets: 'Images and fonts',
  pieces: 'Pieces',
  webhooks: 'Webhooks',
}

export const keyStateLabels: Readonly<Record<KeyState, string>> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
}
