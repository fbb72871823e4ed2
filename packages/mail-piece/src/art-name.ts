/** The artwork on the front of a postcard. */
export type ArtName = 'garden' | 'road' | 'chair' | 'house' | 'flag' | 'flats' | 'porch'
