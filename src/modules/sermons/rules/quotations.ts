export interface Quotation {
  text: string
  author: string
  work: string
  year: number
  /** Words of a theme that it fits. */
  themes: string[]
}

/** Sentences in the public domain whose source is known. */
export const quotations: readonly Quotation[] = [
  q(
    'Amazing grace! how sweet the sound, that saved a wretch like me!',
    'John Newton',
    'Olney Hymns',
    1779,
    'grace mercy salvation forgiveness',
  ),
  q(
    'Prone to wander, Lord, I feel it, prone to leave the God I love.',
    'Robert Robinson',
    'Come, Thou Fount',
    1758,
    'repentance grace faithfulness sin',
  ),
  q(
    'Our God, our help in ages past, our hope for years to come.',
    'Isaac Watts',
    'The Psalms of David',
    1719,
    'hope trust faithfulness time',
  ),
  q(
    'Love so amazing, so divine, demands my soul, my life, my all.',
    'Isaac Watts',
    'Hymns and Spiritual Songs',
    1707,
    'love cross surrender discipleship worship',
  ),
  q(
    'My chains fell off, my heart was free, I rose, went forth, and followed Thee.',
    'Charles Wesley',
    'And Can It Be',
    1738,
    'freedom salvation grace discipleship',
  ),
  q(
    'Love divine, all loves excelling, joy of heaven, to earth come down.',
    'Charles Wesley',
    'Hymns for Those That Seek',
    1747,
    'love joy incarnation christmas',
  ),
  q(
    'Rock of Ages, cleft for me, let me hide myself in Thee.',
    'Augustus Toplady',
    'Rock of Ages',
    1776,
    'refuge salvation trust grace',
  ),
  q(
    'Abide with me; fast falls the eventide; the darkness deepens; Lord, with me abide.',
    'Henry Francis Lyte',
    'Abide with Me',
    1847,
    'presence death comfort fear',
  ),
  q(
    'What a friend we have in Jesus, all our sins and griefs to bear!',
    'Joseph Scriven',
    'Pray Without Ceasing',
    1855,
    'prayer friendship comfort grief',
  ),
  q(
    'Just as I am, without one plea, but that Thy blood was shed for me.',
    'Charlotte Elliott',
    'The Invalid’s Hymn Book',
    1836,
    'salvation invitation grace acceptance',
  ),
  q(
    'Take my life, and let it be consecrated, Lord, to Thee.',
    'Frances Ridley Havergal',
    'Loyal Responses',
    1878,
    'surrender service discipleship generosity',
  ),
  q(
    'When peace, like a river, attendeth my way, when sorrows like sea billows roll.',
    'Horatio Spafford',
    'It Is Well with My Soul',
    1873,
    'peace suffering trust grief',
  ),
  q(
    'Blessed assurance, Jesus is mine! Oh, what a foretaste of glory divine!',
    'Fanny Crosby',
    'Blessed Assurance',
    1873,
    'assurance hope salvation joy',
  ),
  q(
    'Be still, my soul: the Lord is on thy side.',
    'Katharina von Schlegel, tr. Jane Borthwick',
    'Hymns from the Land of Luther',
    1855,
    'peace trust patience suffering fear',
  ),
  q(
    'O Love that wilt not let me go, I rest my weary soul in thee.',
    'George Matheson',
    'O Love That Wilt Not Let Me Go',
    1882,
    'love rest perseverance comfort',
  ),
  q(
    'A mighty fortress is our God, a bulwark never failing.',
    'Martin Luther, tr. Frederic Henry Hedge',
    'Ein feste Burg',
    1853,
    'refuge strength fear courage battle',
  ),
  q(
    'For the beauty of the earth, for the glory of the skies.',
    'Folliott Sandford Pierpoint',
    'Lyra Eucharistica',
    1864,
    'creation gratitude thanksgiving worship',
  ),
  q(
    'Thou hast formed us for Thyself, and our hearts are restless till they find rest in Thee.',
    'Augustine, tr. J. G. Pilkington',
    'Confessions',
    1886,
    'rest longing purpose seeking peace',
  ),
  q(
    'Man’s chief end is to glorify God, and to enjoy him forever.',
    'Westminster Assembly',
    'Shorter Catechism',
    1647,
    'purpose worship joy glory',
  ),
  q(
    'That I with body and soul, both in life and death, am not my own, but belong unto my faithful Saviour Jesus Christ.',
    'Zacharias Ursinus',
    'Heidelberg Catechism',
    1563,
    'comfort belonging death assurance identity',
  ),
  q(
    'We have erred, and strayed from thy ways like lost sheep.',
    'Church of England',
    'Book of Common Prayer',
    1662,
    'sin repentance confession forgiveness',
  ),
  q(
    'Lord, make us instruments of thy peace.',
    'prayer in the Franciscan tradition',
    'La Clochette',
    1912,
    'peace reconciliation service forgiveness',
  ),
  q(
    'Were the whole realm of nature mine, that were a present far too small.',
    'Isaac Watts',
    'Hymns and Spiritual Songs',
    1707,
    'generosity giving stewardship gratitude',
  ),
  q(
    'Joyful, joyful, we adore Thee, God of glory, Lord of love.',
    'Henry van Dyke',
    'Hymn to Joy',
    1907,
    'joy worship love gratitude',
  ),
]

function q(text: string, author: string, work: string, year: number, themes: string): Quotation {
  return { text, author, work, year, themes: themes.split(' ') }
}

/** Those that fit a theme; none where the bank has nothing to say to it. */
export function quotationsFor(theme: string): Quotation[] {
  const words = theme
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(word => word.length > 3)
  const fits = (one: Quotation) =>
    one.themes.filter(theme => words.some(word => theme.startsWith(word.slice(0, 5)))).length
  return quotations.filter(one => fits(one) > 0).toSorted((a, b) => fits(b) - fits(a))
}
