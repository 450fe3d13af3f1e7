import { testShare } from './share.ts';

testShare('external');
