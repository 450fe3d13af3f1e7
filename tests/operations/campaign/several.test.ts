import { testShare } from './share.ts';

testShare('several');
