export { answerOffer } from './answer-offer.ts';
